#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/rows/row_text.h"

#include <algorithm>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::GlobalUse;
using checkpoint::Storage;
using checkpoint::StorageId;
using checkpoint::Verdict;

namespace {

Ink inkOfVerdict(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Allowed: return Ink::Green;
    case Verdict::Blocked: return Ink::Yellow;
    case Verdict::Dangerous: break;
    }
    return Ink::Red;
}

void startSection(Screen& screen, std::string_view title, std::size_t rows)
{
    screen.newLine();
    screen.line(title, Ink::Bold);
    if (rows == 0) {
        screen.line("none", Ink::Dim);
    }
}

} // namespace

void printStorages(Screen& screen, const Checkpoint& checkpoint)
{
    startSection(screen, "Storages", checkpoint.storages().size());
    if (checkpoint.storages().empty()) {
        return;
    }
    const Table table({{.title = "Key", .elide = Elide::Middle},
                       {.title = "Saved on", .elide = Elide::Middle},
                       {.title = "Dtype"},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = "Used", .align = Align::Right},
                       {.title = "At byte", .align = Align::Right},
                       {.title = "Tensors", .align = Align::Right},
                       {.title = "First tensor", .elide = Elide::Middle, .least = 12}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(8);
        for (std::size_t i = 0; i < checkpoint.storages().size(); ++i) {
            const auto id = static_cast<StorageId>(i);
            const Storage& storage = checkpoint.storages()[i];
            const std::string_view tag = checkpoint.deviceTag(storage.device);
            const std::uint64_t used = checkpoint.usedBytes(id);
            const auto offset = checkpoint.fileOffset(id);
            const auto tensors = checkpoint.tensorsOf(id);
            const bool untyped = storage.dtype == formats::Dtype::Unknown;
            row[0].set(screen.safe(checkpoint.storageKey(storage)));
            row[1].set(screen.safe(tag), inkOfDevice(tag));
            row[2].set(untyped ? "untyped" : std::string(formats::dtypeInfo(storage.dtype).name));
            row[3].set(groupedDigits(storage.bytes));
            row[4].set(used == storage.bytes ? "all" : humanBytes(used),
                       used == storage.bytes ? Ink::Dim : Ink::Yellow);
            row[5].set(offset ? std::to_string(*offset) : "packed", offset ? Ink::Plain : Ink::Dim);
            row[6].set(groupedDigits(tensors.size()));
            row[7].set(tensors.empty() ? std::string()
                                       : screen.safe(checkpoint.entryName(checkpoint.tensors()[tensors[0]].entry)),
                       Ink::Dim);
            sink(row);
        }
    });
}

void printGlobals(Screen& screen, const Checkpoint& checkpoint)
{
    startSection(screen, "Classes and functions, and what weights_only=True says", checkpoint.globals().size());
    if (checkpoint.globals().empty()) {
        return;
    }
    const Table table({{.title = "Name", .elide = Elide::Middle, .least = 24},
                       {.title = "1.13"},
                       {.title = "2.6"},
                       {.title = "Latest"},
                       {.title = "Uses", .align = Align::Right},
                       {.title = "Why", .align = Align::Right}});
    std::vector<std::string_view> reasons; // as footnotes: few reasons go with many names
    for (const GlobalUse& global : checkpoint.globals()) {
        if (!global.why.empty() && std::ranges::find(reasons, global.why.text()) == reasons.end()) {
            reasons.push_back(global.why.text());
        }
    }
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(6);
        for (const GlobalUse& global : checkpoint.globals()) {
            const auto verdict = [&](std::size_t column, Verdict value) {
                row[column].set(std::string(checkpoint::verdictName(value)), inkOfVerdict(value));
            };
            row[0].set(screen.safe(global.name));
            verdict(1, global.torch113);
            verdict(2, global.torch26);
            verdict(3, global.latest);
            row[4].set(groupedDigits(global.mentions));
            const auto reason = std::ranges::find(reasons, global.why.text()) - reasons.begin();
            row[5].set(global.why.empty() ? std::string() : std::to_string(reason + 1), Ink::Dim);
            sink(row);
        }
    });
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        const std::string number = "  " + std::to_string(i + 1) + "  ";
        screen.put(number);
        screen.paragraph(screen.safe(reasons[i]), Ink::Dim, number.size());
    }
}

void printValues(Screen& screen, const Checkpoint& checkpoint)
{
    const auto isShown = [&](const Entry& entry) {
        return entry.kind == EntryKind::Value || entry.kind == EntryKind::Storage;
    };
    std::size_t count = 0;
    for (const Entry& entry : checkpoint.entries()) {
        count += isShown(entry) ? 1U : 0U;
    }
    startSection(screen, "Values", count);
    if (count == 0) {
        return;
    }
    const Table table({{.title = "Path", .elide = Elide::Middle, .least = 24},
                       {.title = "Type", .elide = Elide::Middle, .least = 8},
                       {.title = "Value", .elide = Elide::End, .least = 20}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(3);
        checkpoint.walk([&](EntryId id, std::size_t /*depth*/) {
            const Entry& entry = checkpoint.entries()[id];
            if (isShown(entry)) {
                row[0].set(screen.safe(checkpoint.entryName(id)));
                row[1].set(screen.safe(rows::shortTypeName(checkpoint, entry)), Ink::Dim);
                row[2].set(valueText(screen, checkpoint, entry));
                sink(row);
            }
        });
    });
}

} // namespace cairn::cli
