#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A *.index.json and the shard files beside it, as one checkpoint. A shard that is missing or broken is an issue; the
/// others open.
[[nodiscard]] Result<CheckpointPtr> readShards(const SourcePtr& source, const std::string& path,
                                               const Progress* progress);

} // namespace cairn::checkpoint
