#include "ui/document/held_by.h"
#include "ui/document/row_tree.h"
#include "ui/tree/alike_groups.h"
#include "ui/tree/row_levels.h"
#include "ui/tree/row_order.h"

#include <bit>
#include <span>

namespace cairn::ui {

using checkpoint::kNoId;

namespace {

/// Who holds the pieces of each group, as a bit for every holder.
class HolderSets {
public:
    HolderSets(const checkpoint::PieceList& pieces, std::size_t groups) : m_pieces(pieces)
    {
        constexpr std::size_t kMostWords = 8'000'000; // 64 MB
        const std::size_t words = (pieces.holders().size() + kBits - 1) / kBits;
        if (words != 0 && groups <= kMostWords / words) {
            m_words = words;
            m_bits = LargeVector<std::uint64_t>(groups * words);
        }
    }

    void add(std::size_t piece, std::size_t group)
    {
        const std::uint32_t holder = m_words == 0 ? kNoId : m_pieces.holderOf(piece);
        if (holder != kNoId) {
            m_bits[group * m_words + holder / kBits] |= std::uint64_t{1} << holder % kBits;
        }
    }

    void merge(std::size_t from, std::size_t into)
    {
        for (std::size_t word = 0; word < m_words; ++word) {
            m_bits[into * m_words + word] |= m_bits[from * m_words + word];
        }
    }

    void count(std::size_t group, GroupPieces& pieces) const
    {
        bool isFirst = true;
        for (std::size_t word = 0; word < m_words; ++word) {
            for (std::uint64_t bits = m_bits[group * m_words + word]; bits != 0; bits &= bits - 1) {
                const auto holder =
                    static_cast<std::uint32_t>(word * kBits) + static_cast<std::uint32_t>(std::countr_zero(bits));
                pieces.first = isFirst ? holder : pieces.first;
                isFirst = false;
                ++(m_pieces.holders()[holder].rank ? pieces.ranks : pieces.files);
            }
        }
    }

private:
    static constexpr std::size_t kBits = 64;

    const checkpoint::PieceList& m_pieces;
    LargeVector<std::uint64_t> m_bits; ///< group by group
    std::size_t m_words = 0;           ///< for each group; 0: not worth counting
};

} // namespace

/// Gives unplaced rows their places. Lives for one layout.
class RowTreeMaker {
public:
    RowTreeMaker(const Document& document, LargeVector<UnplacedRow> rows)
        : m_document(document), m_rows(std::move(rows)), m_tree(std::make_shared<RowTree>())
    {
    }

    /// In the order of the file.
    [[nodiscard]] RowTreePtr make(bool levels, const Progress& progress)
    {
        m_tree->m_options = {.levels = levels};
        sumUp();
        groupChildren();
        if (!layOut(progress)) {
            return nullptr;
        }
        numberGroups();
        weighDevices();
        countPieces(progress);
        m_tree->m_alikeGroups = alikeGroups(m_document, *m_tree, progress);
        return progress.stopRequested() ? nullptr : m_tree;
    }

private:
    void sumUp()
    {
        m_sums.resize(m_rows.size());
        for (std::size_t place = m_rows.size(); place-- > 0;) {
            const UnplacedRow& row = m_rows[place];
            if (!row.isLevel) {
                m_sums[place] = m_document.sumOf(row.entry);
            }
            if (row.parent != kNoId && m_rows[row.parent].isLevel && !row.isMerged) {
                m_sums[row.parent] += m_sums[place];
            }
        }
    }

    void groupChildren()
    {
        m_start = LargeVector<std::uint32_t>(m_rows.size() + 1);
        for (const UnplacedRow& row : m_rows) {
            if (row.parent != kNoId && !row.isMerged) {
                ++m_start[row.parent + 1];
            }
        }
        for (std::size_t place = 0; place < m_rows.size(); ++place) {
            m_start[place + 1] += m_start[place];
        }
        m_children.resize(m_start.back());
        LargeVector<std::uint32_t> next(m_start);
        for (std::uint32_t place = 0; place < m_rows.size(); ++place) {
            if (const UnplacedRow& row = m_rows[place]; row.parent != kNoId && !row.isMerged) {
                m_children[next[row.parent]++] = place;
            }
        }
    }

    [[nodiscard]] bool layOut(const Progress& progress)
    {
        constexpr std::size_t kStopEvery = 1024;
        m_tree->m_nodes.reserve(m_children.size() + 1);
        m_tree->m_nodeOf = LargeVector<NodeId>(m_document.checkpoint->entries().size());
        m_places.reserve(m_children.size() + 1);
        place(0, kNoId);
        for (NodeId id = 0; id < m_places.size(); ++id) {
            if (id % kStopEvery == 0 && progress.stopRequested()) {
                return false;
            }
            const std::span<const std::uint32_t> children = childrenOf(m_places[id]);
            m_tree->m_nodes[id].firstChild = static_cast<NodeId>(m_places.size());
            m_tree->m_nodes[id].childCount = static_cast<std::uint32_t>(children.size());
            for (const std::uint32_t child : children) {
                place(child, id);
            }
        }
        return true;
    }

    [[nodiscard]] bool weighsDevices() const
    {
        constexpr std::size_t kMostDevices = 16;
        const std::size_t devices = m_document.checkpoint->deviceTags().size();
        return devices >= 2 && devices <= kMostDevices;
    }

    /// Where anything is counted for groups.
    void numberGroups()
    {
        if (!weighsDevices() && !m_document.pieces) {
            return;
        }
        const LargeVector<RowNode>& nodes = m_tree->m_nodes;
        m_tree->m_groupOf = LargeVector<std::uint32_t>(nodes.size(), kNoId);
        for (NodeId id = 0; id < nodes.size(); ++id) {
            m_tree->m_groupOf[id] = nodes[id].childCount != 0 ? m_groups++ : kNoId;
        }
    }

    void weighDevices()
    {
        if (!weighsDevices()) {
            return;
        }
        const checkpoint::Checkpoint& checkpoint = *m_document.checkpoint;
        const std::size_t devices = checkpoint.deviceTags().size();
        const LargeVector<RowNode>& nodes = m_tree->m_nodes;
        const LargeVector<std::uint32_t>& groupOf = m_tree->m_groupOf;
        LargeVector<std::uint64_t>& bytes = m_tree->m_deviceBytes;
        bytes = LargeVector<std::uint64_t>(m_groups * devices);
        m_tree->m_devices = devices;
        for (auto id = static_cast<NodeId>(nodes.size()); id-- > 1;) { // children have larger numbers
            const std::size_t into = groupOf[nodes[id].parent] * devices;
            const checkpoint::Entry& entry = checkpoint.entries()[nodes[id].entry];
            if (!m_tree->isLevel(id) && entry.kind == checkpoint::EntryKind::Tensor) {
                const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
                bytes[into + tensor.device] += tensor.storage == kNoId ? 0 : checkpoint.logicalBytes(tensor);
            }
            for (std::size_t device = 0; groupOf[id] != kNoId && device < devices; ++device) {
                bytes[into + device] += bytes[groupOf[id] * devices + device];
            }
        }
    }

    void countPieces(const Progress& progress)
    {
        if (!m_document.pieces) {
            return;
        }
        const checkpoint::PieceList& pieces = *m_document.pieces;
        const LargeVector<RowNode>& nodes = m_tree->m_nodes;
        const LargeVector<std::uint32_t>& groupOf = m_tree->m_groupOf;
        LargeVector<GroupPieces>& groups = m_tree->m_groupPieces;
        groups = LargeVector<GroupPieces>(m_groups);
        HolderSets sets(pieces, m_groups);
        for (auto id = static_cast<NodeId>(nodes.size()); id-- > 1;) { // children have larger numbers
            constexpr NodeId kStopEvery = 1024;
            if (id % kStopEvery == 0 && progress.stopRequested()) {
                return; // as whoever made this does
            }
            const std::uint32_t into = groupOf[nodes[id].parent];
            const checkpoint::Entry& entry = m_document.checkpoint->entries()[nodes[id].entry];
            if (groupOf[id] != kNoId) {
                groups[into].pieces += groups[groupOf[id]].pieces;
                groups[into].incomplete += groups[groupOf[id]].incomplete;
                sets.merge(groupOf[id], into);
            }
            if (!m_tree->isLevel(id) && entry.kind == checkpoint::EntryKind::Tensor) {
                const checkpoint::Tensor& tensor = m_document.checkpoint->tensors()[entry.payload];
                const auto own = pieces.piecesOf(tensor);
                groups[into].pieces += own.count;
                groups[into].incomplete += !pieces.isWhole(tensor) ? 1U : 0U;
                for (std::size_t piece = own.first; piece < own.first + own.count; ++piece) {
                    sets.add(piece, into);
                }
            }
        }
        for (std::uint32_t group = 0; group < m_groups; ++group) {
            sets.count(group, groups[group]);
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> childrenOf(std::uint32_t at) const
    {
        return std::span(m_children).subspan(m_start[at], m_start[at + 1] - m_start[at]);
    }

    void place(std::uint32_t at, NodeId parent)
    {
        const UnplacedRow& row = m_rows[at];
        RowNode node{.parent = parent, .entry = row.entry, .nameStart = row.nameStart, .nameEnd = row.nameEnd};
        if (row.isLevel) {
            node.level = static_cast<std::uint32_t>(m_tree->m_levelSums.size());
            m_tree->m_levelSums.push_back(m_sums[at]);
        } else {
            m_tree->m_nodeOf[row.entry] = static_cast<NodeId>(m_places.size());
        }
        m_tree->m_nodes.push_back(node);
        m_places.push_back(at);
    }

    const Document& m_document;
    LargeVector<UnplacedRow> m_rows;
    LargeVector<rows::EntrySum> m_sums;    ///< by place among the unplaced rows
    LargeVector<std::uint32_t> m_start;    ///< into m_children, by place of the parent
    LargeVector<std::uint32_t> m_children; ///< places
    LargeVector<std::uint32_t> m_places;   ///< by node
    std::uint32_t m_groups = 0;            ///< with a number in the tree
    std::shared_ptr<RowTree> m_tree;
};

RowTreePtr makeRowTree(const Document& document, const RowOptions& options, const Progress& progress)
{
    LargeVector<UnplacedRow> rows = unplacedRows(document, options.levels, progress);
    const RowTreePtr tree =
        rows.empty() ? nullptr : RowTreeMaker(document, std::move(rows)).make(options.levels, progress);
    return tree == nullptr ? nullptr : reorderRows(document, tree, options, progress);
}

} // namespace cairn::ui
