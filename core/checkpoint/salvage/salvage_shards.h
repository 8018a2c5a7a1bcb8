#pragma once

#include "core/checkpoint/salvage/salvage.h"

namespace cairn::checkpoint {

/// What is left of the shards that an index names, each as salvage() has it. Of those that are missing, or of which
/// nothing is left, the names of their tensors are.
[[nodiscard]] Result<Salvage> salvageShards(const SourcePtr& index, const std::string& path, Progress* progress);

} // namespace cairn::checkpoint
