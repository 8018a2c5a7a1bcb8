#include "app/cli/common/table.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/rows/entry_sums.h"
#include "core/rows/row_text.h"

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

namespace {

/// Draws the lines that lead to a row. Deeper than kMostLevels only the last ones are drawn, after the number of
/// those left out, so that names stay in sight.
class Guides {
public:
    explicit Guides(const Glyphs& glyphs) : m_glyphs(glyphs) {}

    /// The next row of a depth-first walk; the root has depth 0 and no guides.
    [[nodiscard]] std::string next(std::size_t depth, bool isLast)
    {
        std::string text;
        if (depth == 0) {
            return text;
        }
        m_isLast.resize(depth - 1);
        const std::size_t hidden = depth > kMostLevels ? depth - kMostLevels : 0;
        if (hidden != 0) {
            text = "+" + std::to_string(hidden) + " ";
        }
        for (std::size_t level = hidden; level < m_isLast.size(); ++level) {
            text += m_isLast[level] ? "   " : m_glyphs.trunk;
        }
        m_isLast.push_back(isLast);
        return text += isLast ? m_glyphs.lastBranch : m_glyphs.branch;
    }

private:
    static constexpr std::size_t kMostLevels = 8;

    const Glyphs& m_glyphs;
    std::vector<bool> m_isLast; ///< per level above the row: no sibling follows
};

class TreeRows {
public:
    TreeRows(const Screen& screen, const Checkpoint& checkpoint)
        : m_screen(screen), m_checkpoint(checkpoint), m_sums(checkpoint)
    {
    }

    void operator()(const Table::Sink& sink) const
    {
        Guides guides(m_screen.glyphs());
        Table::Row row(6);
        m_checkpoint.walk([&](EntryId id, std::size_t depth) {
            const Entry& entry = m_checkpoint.entries()[id];
            std::string lead = guides.next(depth, isLastChild(id));
            row[0].set(depth == 0 ? rootName() : m_screen.safe(m_checkpoint.keyText(entry)),
                       entry.kind == EntryKind::Group ? Ink::Bold : Ink::Plain);
            row[0].lead = std::move(lead);
            row[1].set({});
            row[2].set(m_screen.safe(rows::shortTypeName(m_checkpoint, entry)));
            row[3].set(valueText(m_screen, m_checkpoint, entry));
            row[4].set({});
            row[5].set({});
            if (entry.kind == EntryKind::Tensor) {
                fillTensor(row, m_screen, m_checkpoint, m_checkpoint.tensors()[entry.payload]);
            } else if (entry.kind == EntryKind::Group) {
                fillGroup(row, entry, m_sums.of(m_checkpoint, id));
            }
            sink(row);
        });
    }

private:
    [[nodiscard]] bool isLastChild(EntryId id) const
    {
        const EntryId parent = m_checkpoint.entries()[id].parent;
        if (parent == checkpoint::kNoId) {
            return true;
        }
        const Entry& above = m_checkpoint.entries()[parent];
        return id + 1 == above.firstChild + above.childCount;
    }

    [[nodiscard]] std::string rootName() const
    {
        const std::string& path = m_checkpoint.path();
        return m_screen.safe(path.substr(path.rfind('/') + 1)); // npos + 1 is 0: no slash, the whole path
    }

    static void fillGroup(Table::Row& row, const Entry& entry, const rows::EntrySum& below)
    {
        row[2].ink = Ink::Dim;
        if (below.tensors != 0) {
            row[3].set(countOf(below.tensors, "tensor"), Ink::Dim);
            row[4].set(humanBytes(below.bytes), Ink::Dim);
        } else {
            row[3].set(entry.childCount == 0 ? "empty" : countOf(entry.childCount, "item"), Ink::Dim);
        }
    }

    const Screen& m_screen;
    const Checkpoint& m_checkpoint;
    rows::EntrySums m_sums;
};

} // namespace

void printTree(Screen& screen, const Checkpoint& checkpoint)
{
    // Names give way last: two fifths of the width are theirs.
    const Table table({{.title = "Name", .elide = Elide::Middle, .least = screen.columns() * 2 / 5},
                       {.title = "Saved on", .elide = Elide::Middle, .least = 8},
                       {.title = "Type", .elide = Elide::Middle, .least = 8},
                       {.title = "Shape or value", .elide = Elide::End, .least = 10},
                       {.title = "Size", .align = Align::Right},
                       {.title = "Note", .elide = Elide::End, .least = 6}});
    screen.newLine();
    table.print(screen, TreeRows(screen, checkpoint));
}

} // namespace cairn::cli
