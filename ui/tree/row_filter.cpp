#include "ui/tree/row_filter.h"

#include "core/rows/row_marks.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::kNoId;

namespace {

/// Rows above a hit, beside what the search says of the entries themselves.
constexpr std::uint8_t kAboveHit = 4;

void orderHits(const RowTree& tree, const LargeVector<std::uint8_t>& kept, RowFilter& filter)
{
    filter.hitsBefore = LargeVector<std::uint32_t>(tree.size());
    filter.hitRows.reserve(filter.hits);
    std::vector<NodeId> next{0};
    while (!next.empty()) {
        const NodeId id = next.back();
        next.pop_back();
        filter.hitsBefore[id] = static_cast<std::uint32_t>(filter.hitRows.size());
        if ((kept[id] & rows::Hit) != 0) {
            filter.hitRows.push_back(id);
        }
        const RowNode& node = tree[id];
        for (NodeId child = node.firstChild + node.childCount; child-- > node.firstChild;) {
            if (kept[child] != 0) {
                next.push_back(child);
            }
        }
    }
}

} // namespace

std::size_t RowFilter::hitFrom(NodeId row, int by) const
{
    const std::size_t count = hitRows.size();
    if (count == 0) {
        return 0;
    }
    const std::size_t before = row < hitsBefore.size() ? hitsBefore[row] : 0;
    const bool isHit = before < count && hitRows[before] == row;
    return by > 0 ? (before + (isHit ? 1 : 0)) % count : (before + count - 1) % count;
}

RowFilterPtr filterRows(const Document& document, const RowTree& tree, const RowQuery& query, const Progress& progress)
{
    const LargeVector<std::uint8_t> marks = rows::markRows(*document.checkpoint, query, progress);
    if (progress.stopRequested()) {
        return nullptr;
    }
    LargeVector<std::uint8_t> kept(tree.size());
    for (auto id = static_cast<NodeId>(tree.size()); id-- > 1;) {
        const RowNode& node = tree[id];
        if (!tree.isLevel(id)) {
            kept[id] |= marks[node.entry];
        }
        if (kept[id] != 0) {
            kept[node.parent] |= rows::Kept;
        }
        if ((kept[id] & (rows::Hit | kAboveHit)) != 0) {
            kept[node.parent] |= kAboveHit;
        }
    }
    kept[0] |= marks[0];
    auto filter = std::make_shared<RowFilter>();
    filter->rows.reserve(kept.size() - static_cast<std::size_t>(std::ranges::count(kept, 0)));
    for (NodeId id = 0; id < tree.size(); ++id) {
        if (kept[id] == 0) {
            continue;
        }
        filter->rows.push_back(id);
        if ((kept[id] & rows::Hit) != 0 && filter->hits++ == 0) {
            filter->firstHit = id;
        }
        if (id != 0 && (kept[id] & kAboveHit) != 0) {
            filter->hitAncestors.push_back(id);
        }
    }
    orderHits(tree, kept, *filter);
    return progress.stopRequested() ? nullptr : filter;
}

} // namespace cairn::ui
