#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/retag/storage_targets.h"
#include "core/convert/retag/tag_rewriter.h"

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// The edits that give the storages of a tar of torch 0.1 other device tags. Each storage has its tag in a small pickle
/// in front of its bytes; where a member grows or shrinks, its header and its padding follow.
[[nodiscard]] Result<TagEdits> planTarTagEdits(const SourcePtr& file, const checkpoint::Checkpoint& source,
                                               const StorageTargets& targets, DeviceObjects objects,
                                               const Progress* progress);

} // namespace cairn::convert
