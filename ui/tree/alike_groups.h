#pragma once

#include "ui/document/row_tree.h"

namespace cairn::ui {

/// The groups that are the same thing many times over, as the layers of a model are: all in them are groups named by
/// numbers, which hold the same names, dtypes and shapes. In the order of the tree.
[[nodiscard]] LargeVector<NodeId> alikeGroups(const Document& document, const RowTree& tree, const Progress& progress);

} // namespace cairn::ui
