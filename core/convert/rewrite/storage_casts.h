#pragma once

#include "core/convert/common/cast.h"
#include "core/convert/rewrite/storage_walk.h"
#include "core/convert/rewrite/tree_edit.h"

#include <vector>

namespace cairn::convert {

/// The dtype that each storage is cast to, Unknown for those that stay as they are. Unsupported, by name, if tensors
/// that share a storage are treated differently, or one cannot have another dtype.
[[nodiscard]] Result<std::vector<formats::Dtype>> planCasts(const checkpoint::PickledTree& tree, const TreeEdit& rows,
                                                            const StorageUses& uses, CastRules& casts);

} // namespace cairn::convert
