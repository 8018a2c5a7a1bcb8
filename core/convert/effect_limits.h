#pragma once

#include "core/checkpoint/pickled_tree.h"
#include "core/convert/tree_edit.h"
#include "core/formats/graph_edit.h"

namespace cairn::convert {

/// Unsupported, by name, if a pickle calls something for what that does to a value, and the value would be left out or
/// be another one.
[[nodiscard]] Result<void> refuseSeparatedEffects(const checkpoint::PickledTree& tree, const TreeEdit& rows,
                                                  const formats::GraphEdit& edit);

} // namespace cairn::convert
