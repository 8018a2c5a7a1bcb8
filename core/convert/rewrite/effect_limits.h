#pragma once

#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/rewrite/tree_edit.h"
#include "core/formats/pickle/graph_edit.h"

namespace cairn::convert {

/// Unsupported, by name, if a pickle calls something for what that does to a value, and the value would be left out or
/// be another one.
[[nodiscard]] Result<void> refuseSeparatedEffects(const checkpoint::PickledTree& tree, const TreeEdit& rows,
                                                  const formats::GraphEdit& edit);

} // namespace cairn::convert
