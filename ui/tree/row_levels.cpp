#include "ui/tree/row_levels.h"

#include "core/base/text_index.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;

namespace {

constexpr std::size_t kMostLevels = 64; ///< what is nested deeper stays in the name
constexpr EntryId kGroupsBetweenStops = 4096;

/// Makes the levels of one group after the other.
class LevelMaker {
public:
    explicit LevelMaker(const Document& document)
        : m_checkpoint(*document.checkpoint), m_rowOf(m_checkpoint.entries().size(), kNoId)
    {
        m_rows.reserve(m_checkpoint.entries().size());
    }

    [[nodiscard]] LargeVector<UnplacedRow> make(bool levels, const Progress& progress)
    {
        const auto entries = m_checkpoint.entries();
        add({.entry = 0});
        for (EntryId group = 0; group < entries.size(); ++group) {
            if (group % kGroupsBetweenStops == 0 && progress.stopRequested()) {
                return {};
            }
            if (entries[group].childCount != 0) {
                addChildren(group, levels && hasTensors(entries[group]));
            }
        }
        mergeSingles();
        return std::move(m_rows);
    }

private:
    /// A level that rows may still be added to.
    struct OpenLevel {
        std::uint32_t row;
        std::uint32_t end; ///< of its part of a key
    };

    std::uint32_t add(const UnplacedRow& row)
    {
        m_rows.push_back(row);
        const auto place = static_cast<std::uint32_t>(m_rows.size() - 1);
        if (!row.isLevel) {
            m_rowOf[row.entry] = place;
        }
        return place;
    }

    /// Only keys of tensors have dots that mean something.
    [[nodiscard]] bool hasTensors(const Entry& group) const
    {
        const auto children = m_checkpoint.entries().subspan(group.firstChild, group.childCount);
        return std::ranges::any_of(children, [](const Entry& entry) { return entry.kind == EntryKind::Tensor; });
    }

    void addChildren(EntryId group, bool levels)
    {
        const Entry& entry = m_checkpoint.entries()[group];
        m_index = {};
        m_indexed.clear();
        m_open.clear();
        m_last = {};
        for (EntryId child = entry.firstChild; child < entry.firstChild + entry.childCount; ++child) {
            const std::string_view key = m_checkpoint.keyView(m_checkpoint.entries()[child]);
            if (levels && mayBeSplit(m_checkpoint.entries()[child], key)) {
                addBelowLevels(m_rowOf[group], child, key);
            } else {
                add({.parent = m_rowOf[group], .entry = child});
            }
        }
    }

    [[nodiscard]] static bool mayBeSplit(const Entry& entry, std::string_view key)
    {
        return entry.keyKind == KeyRef::Kind::Text && !entry.attribute && !key.starts_with('.') &&
               !key.ends_with('.') && key.find('.') != std::string_view::npos &&
               key.find("..") == std::string_view::npos;
    }

    void addBelowLevels(std::uint32_t groupRow, EntryId child, std::string_view key)
    {
        // Neighbours have most of their levels in common.
        const auto isIn = [&](const OpenLevel& level) {
            return key.size() > level.end && key[level.end] == '.' && key.starts_with(m_last.substr(0, level.end));
        };
        while (!m_open.empty() && !isIn(m_open.back())) {
            m_open.pop_back();
        }
        m_last = key;
        std::uint32_t start = m_open.empty() ? 0 : m_open.back().end + 1;
        std::size_t dot = key.find('.', start);
        while (dot != std::string_view::npos && m_open.size() < kMostLevels) {
            const auto end = static_cast<std::uint32_t>(dot);
            const std::uint32_t parent = m_open.empty() ? groupRow : m_open.back().row;
            m_open.push_back(
                {level({.parent = parent, .entry = child, .nameStart = start, .nameEnd = end, .isLevel = true}), end});
            start = end + 1;
            dot = key.find('.', start);
        }
        add({.parent = m_open.back().row, .entry = child, .nameStart = start});
    }

    /// The level that there is already, or a new one like `wanted`.
    [[nodiscard]] std::uint32_t level(const UnplacedRow& wanted)
    {
        const auto number = static_cast<std::uint32_t>(m_indexed.size());
        const auto textOf = [this](std::uint32_t id) {
            const UnplacedRow& row = m_rows[m_indexed[id]];
            return m_checkpoint.keyView(m_checkpoint.entries()[row.entry]).substr(0, row.nameEnd);
        };
        const std::string_view text =
            m_checkpoint.keyView(m_checkpoint.entries()[wanted.entry]).substr(0, wanted.nameEnd);
        const std::uint32_t found = m_index.findOrInsert(number, text, textOf);
        if (found == number) {
            m_indexed.push_back(add(wanted));
        }
        return m_indexed[found];
    }

    void mergeSingles()
    {
        std::vector<std::uint32_t> children(m_rows.size());
        for (const UnplacedRow& row : m_rows) {
            if (row.parent != kNoId) {
                ++children[row.parent];
            }
        }
        for (std::size_t place = 0; place < m_rows.size(); ++place) {
            UnplacedRow& row = m_rows[place];
            row.isMerged = row.isLevel && children[place] == 1;
            if (row.parent != kNoId && m_rows[row.parent].isMerged) {
                row.nameStart = m_rows[row.parent].nameStart;
                row.parent = m_rows[row.parent].parent;
            }
        }
    }

    const checkpoint::Checkpoint& m_checkpoint;
    LargeVector<UnplacedRow> m_rows;
    LargeVector<std::uint32_t> m_rowOf; ///< by entry
    std::vector<OpenLevel> m_open;      ///< those that `m_last` is in, outermost first
    std::string_view m_last;
    TextIndex<ExactText> m_index;         ///< levels of the group by their part of the keys, as places in m_indexed
    std::vector<std::uint32_t> m_indexed; ///< rows
};

} // namespace

LargeVector<UnplacedRow> unplacedRows(const Document& document, bool levels, const Progress& progress)
{
    return LevelMaker(document).make(levels, progress);
}

} // namespace cairn::ui
