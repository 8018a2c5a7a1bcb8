#pragma once

#include "core/convert/rewrite/storage_plan.h"
#include "core/convert/rewrite/tree_edit.h"

namespace cairn::convert {

/// Unsupported, by name, for what no PyTorch before 1.6 can read, which is whom the old stream is written for: dtypes
/// and rebuild functions that came later, conjugated tensors, sparse tensors as PyTorch 2 saves them,
/// big-endian numbers.
[[nodiscard]] Result<void> refuseForOldReaders(const checkpoint::Checkpoint& rows, const TreeEdit& edited,
                                               const StoragePlan& storages, const SourcePtr& pickle);

} // namespace cairn::convert
