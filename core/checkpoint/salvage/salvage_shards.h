#pragma once

#include "core/checkpoint/salvage/salvage.h"
#include "core/formats/safetensors/shard_index.h"

#include <cstdint>
#include <string>

namespace cairn::checkpoint {

/// What is left of the shards that an index names, each as salvage() has it. Of those that are missing, or of which
/// nothing is left, the names of their tensors are.
[[nodiscard]] Result<Salvage> salvageShards(const formats::ShardIndex& index, std::uint64_t indexBytes,
                                            const std::string& path, Progress* progress);

} // namespace cairn::checkpoint
