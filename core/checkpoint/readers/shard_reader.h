#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/formats/safetensors/shard_index.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A *.index.json and the shard files beside it, as one checkpoint. A shard that is missing or broken is an issue; the
/// others open.
[[nodiscard]] Result<CheckpointPtr> readShards(const SourcePtr& source, const std::string& path,
                                               const Progress* progress);

/// Opens one of the shards. `folder` ends in a slash, or is empty: the one that is here.
using OpenShard = std::function<Result<CheckpointPtr>(const std::string& folder, const std::string& name)>;

/// The same of an index that was read, with shards that are opened in another way. At least one of them must be.
[[nodiscard]] Result<CheckpointPtr> readShards(const formats::ShardIndex& index, std::uint64_t indexBytes,
                                               const std::string& path, const OpenShard& open);

} // namespace cairn::checkpoint
