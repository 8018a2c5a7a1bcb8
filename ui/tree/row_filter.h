#pragma once

#include "ui/document/row_tree.h"
#include "ui/tree/search_query.h"

#include <cstdint>
#include <memory>

namespace cairn::ui {

/// The rows that a search leaves: hits, all that lies in groups that are hits, and the groups around both. In the order
/// of the tree, so the children of a row are still neighbours. Never changed once made.
struct RowFilter {
    LargeVector<NodeId> rows;
    std::uint64_t hits = 0;
    NodeId firstHit = checkpoint::kNoId;
    LargeVector<NodeId> hitAncestors; ///< rows that have a hit somewhere below them, outer ones first
};

using RowFilterPtr = std::shared_ptr<const RowFilter>;

/// Null when a stop was asked for.
[[nodiscard]] RowFilterPtr filterRows(const Document& document, const RowTree& tree, const RowQuery& query,
                                      const Progress& progress);

} // namespace cairn::ui
