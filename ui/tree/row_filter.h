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
    LargeVector<NodeId> hitAncestors;      ///< rows that have a hit somewhere below them, outer ones first
    LargeVector<NodeId> hitRows;           ///< as they stand one below the other
    LargeVector<std::uint32_t> hitsBefore; ///< above each row, by its number in the tree

    /// Where in hitRows the next one is, or with -1 the one before, seen from any row; after the last comes the first.
    [[nodiscard]] std::size_t hitFrom(NodeId row, int by) const;
};

using RowFilterPtr = std::shared_ptr<const RowFilter>;

/// Null when a stop was asked for.
[[nodiscard]] RowFilterPtr filterRows(const Document& document, const RowTree& tree, const RowQuery& query,
                                      const Progress& progress);

} // namespace cairn::ui
