#include "ui/tree/alike_groups.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::KeyRef;

namespace {

class AlikeGroups {
public:
    AlikeGroups(const Checkpoint& checkpoint, const RowTree& tree) : m_checkpoint(checkpoint), m_tree(tree) {}

    [[nodiscard]] bool isOfAlike(NodeId group)
    {
        const RowNode& node = m_tree[group];
        if (node.childCount < 2) {
            return false;
        }
        const std::string_view rest = behindNumber(node.firstChild);
        for (NodeId id = node.firstChild; id < node.firstChild + node.childCount; ++id) {
            if (m_tree[id].childCount == 0 || !hasNumber(id) || behindNumber(id) != rest) {
                return false;
            }
        }
        for (NodeId id = node.firstChild + 1; id < node.firstChild + node.childCount; ++id) {
            if (!areAlike(node.firstChild, id)) {
                return false;
            }
        }
        return true;
    }

private:
    [[nodiscard]] const Entry& entryOf(NodeId id) const { return m_checkpoint.entries()[m_tree[id].entry]; }
    [[nodiscard]] std::string_view nameOf(NodeId id) const
    {
        const RowNode& node = m_tree[id];
        const std::string_view key = m_checkpoint.keyView(entryOf(id));
        const std::size_t start = std::min<std::size_t>(node.nameStart, key.size());
        return key.substr(start, m_tree.isLevel(id) ? node.nameEnd - start : key.size());
    }
    [[nodiscard]] bool isIndex(NodeId id) const
    {
        return !m_tree.isLevel(id) && entryOf(id).keyKind == KeyRef::Kind::Index;
    }
    /// "0", or "0.fc" where a layer has one thing in it alone.
    [[nodiscard]] bool hasNumber(NodeId id) const
    {
        const std::string_view name = nameOf(id);
        const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
        return isIndex(id) ||
               (!name.empty() && isDigit(name.front()) && std::ranges::all_of(name.substr(0, name.find('.')), isDigit));
    }
    [[nodiscard]] std::string_view behindNumber(NodeId id) const
    {
        const std::string_view name = isIndex(id) ? std::string_view() : nameOf(id);
        return name.substr(std::min(name.find('.'), name.size()));
    }
    [[nodiscard]] bool haveSameName(NodeId a, NodeId b) const
    {
        return isIndex(a) == isIndex(b) &&
               (isIndex(a) ? entryOf(a).keyOffset == entryOf(b).keyOffset : nameOf(a) == nameOf(b));
    }
    /// Of rows without any below them.
    [[nodiscard]] bool holdSame(NodeId a, NodeId b) const
    {
        const Entry& first = entryOf(a);
        const Entry& second = entryOf(b);
        if (first.kind != second.kind || first.kind != EntryKind::Tensor) {
            return first.kind == second.kind;
        }
        const checkpoint::Tensor& one = m_checkpoint.tensors()[first.payload];
        const checkpoint::Tensor& other = m_checkpoint.tensors()[second.payload];
        return one.dtype == other.dtype && one.layout == other.layout &&
               std::ranges::equal(m_checkpoint.shape(one), m_checkpoint.shape(other));
    }
    /// Whatever their own names are. Without calling itself: rows may lie deep.
    [[nodiscard]] bool areAlike(NodeId first, NodeId second)
    {
        m_left.assign(1, {first, second});
        while (!m_left.empty()) {
            const auto [a, b] = m_left.back();
            m_left.pop_back();
            const RowNode& one = m_tree[a];
            const RowNode& other = m_tree[b];
            if (one.childCount != other.childCount || (one.childCount == 0 && !holdSame(a, b))) {
                return false;
            }
            for (NodeId child = 0; child < one.childCount; ++child) {
                if (!haveSameName(one.firstChild + child, other.firstChild + child)) {
                    return false;
                }
                m_left.emplace_back(one.firstChild + child, other.firstChild + child);
            }
        }
        return true;
    }

    const Checkpoint& m_checkpoint;
    const RowTree& m_tree;
    std::vector<std::pair<NodeId, NodeId>> m_left; ///< to compare
};

} // namespace

LargeVector<NodeId> alikeGroups(const Document& document, const RowTree& tree, const Progress& progress)
{
    constexpr std::size_t kStopEvery = 1024;
    AlikeGroups groups(*document.checkpoint, tree);
    LargeVector<NodeId> found;
    for (NodeId id = 0; id < tree.size(); ++id) {
        if (id % kStopEvery == 0 && progress.stopRequested()) {
            break;
        }
        if (groups.isOfAlike(id)) {
            found.push_back(id);
        }
    }
    return found;
}

} // namespace cairn::ui
