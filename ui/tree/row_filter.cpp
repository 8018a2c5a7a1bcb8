#include "ui/tree/row_filter.h"

#include "core/rows/row_marks.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::kNoId;

namespace {

/// Rows above a hit, beside what the search says of the entries themselves.
constexpr std::uint8_t kAboveHit = 4;

} // namespace

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
    return progress.stopRequested() ? nullptr : filter;
}

} // namespace cairn::ui
