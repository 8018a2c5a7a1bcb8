#include "app/cli/common/table.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/inspect/path_trail.h"
#include "core/base/text/text.h"
#include "core/rows/row_marks.h"
#include "core/rows/row_text.h"

#include <algorithm>
#include <optional>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

namespace {

void fillFound(Table::Row& row, const Screen& screen, const Checkpoint& checkpoint, EntryId id,
               const HolderCells& holders)
{
    const Entry& entry = checkpoint.entries()[id];
    for (Cell& cell : row) {
        cell.set({});
    }
    row[0].set(screen.safe(checkpoint.entryName(id)));
    if (entry.kind == EntryKind::Tensor) {
        fillTensor(row, screen, checkpoint, checkpoint.tensors()[entry.payload]);
        holders.fill(row[6], screen, checkpoint.tensors()[entry.payload]);
    } else {
        row[2].set(screen.safe(rows::shortTypeName(checkpoint, entry)), Ink::Dim);
        row[3].set(entry.kind == EntryKind::Group ? countOf(entry.childCount, "item")
                                                  : valueText(screen, checkpoint, entry));
    }
}

} // namespace

/// What lies in groups stands for them; groups without anything that was found are shown themselves.
bool isShownOf(const Checkpoint& checkpoint, const Found& found, EntryId id)
{
    const bool isGroup = checkpoint.entries()[id].kind == EntryKind::Group;
    return (found.marks[id] & rows::Kept) != 0 && isGroup != found.hasLeaves;
}

Found findRows(const Checkpoint& checkpoint, const rows::RowQuery& query, const Progress& progress)
{
    Found found{.marks = rows::markRows(checkpoint, query, progress)};
    for (std::size_t id = 0; id < found.marks.size(); ++id) {
        const Entry& entry = checkpoint.entries()[id];
        if ((found.marks[id] & rows::Kept) == 0) {
            continue;
        }
        found.isNothing = false;
        found.hasLeaves = found.hasLeaves || entry.kind != EntryKind::Group;
        if (entry.kind == EntryKind::Tensor && !checkpoint.tensors()[entry.payload].part) {
            ++found.tensors;
            found.bytes += checkpoint.logicalBytes(checkpoint.tensors()[entry.payload]);
        }
    }
    return found;
}

Found findBelow(const Checkpoint& checkpoint, std::span<const EntryId> tops)
{
    Found found;
    found.marks.resize(checkpoint.entries().size());
    for (const EntryId id : tops) {
        found.marks[id] = rows::Kept;
    }
    std::optional<std::size_t> top; // the depth of the one that the walk is in
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        if (top && depth <= *top) {
            top.reset();
        }
        if (!top && found.marks[id] != 0) {
            top = depth;
        }
        if (top) {
            found.marks[id] = rows::Kept;
            found.hasLeaves = found.hasLeaves || checkpoint.entries()[id].kind != EntryKind::Group;
        }
    });
    found.isNothing = false;
    return found;
}

void printFoundRows(Screen& screen, const Checkpoint& checkpoint, const Found& found)
{
    const Table table({{.title = "Name", .elide = Elide::Middle, .least = 16},
                       {.title = "Saved on", .elide = Elide::Middle, .least = 8},
                       {.title = "Type", .elide = Elide::Middle, .least = 8},
                       {.title = "Shape or value", .elide = Elide::End, .least = 12},
                       {.title = "Size", .align = Align::Right},
                       {.title = "Note", .elide = Elide::End, .least = 6},
                       {.title = "Held by", .elide = Elide::End, .least = 8}});
    const HolderCells holders(checkpoint);
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(7);
        checkpoint.walk([&](EntryId id, std::size_t /*depth*/) {
            if (isShownOf(checkpoint, found, id)) {
                fillFound(row, screen, checkpoint, id, holders);
                sink(row);
            }
        });
    });
}

void printNames(Output& output, const Checkpoint& checkpoint, std::string_view before, const Found* found)
{
    PathTrail trail;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        trail.enter(checkpoint, checkpoint.entries()[id], depth);
        if (depth != 0 && (found == nullptr || isShownOf(checkpoint, *found, id))) {
            output.write(std::string(before) + printable(trail.name()) + '\n');
        }
    });
}

void printFound(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary, const Found& found)
{
    screen.newLine();
    if (found.isNothing) {
        screen.line("Nothing in it is what --find asks for.");
        return;
    }
    printFoundRows(screen, checkpoint, found);
    screen.newLine();
    screen.line("Found " + groupedDigits(found.tensors) + " of " + countOf(summary.tensors, "tensor") + ", " +
                humanBytes(found.bytes));
}

} // namespace cairn::cli
