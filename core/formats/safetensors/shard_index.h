#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::formats {

/// The index of a sharded checkpoint (*.index.json beside .safetensors or .bin shards): which tensor is in which file.
/// Plain value. Its `total_size` and whatever else the metadata says are hints; real ones are often wrong.
struct ShardIndex {
    static constexpr std::uint64_t kMaxBytes = 256 * 1024 * 1024; ///< of the JSON; a million tensors need a third of it
    static constexpr std::size_t kMaxShards = 20'000;

    std::vector<std::string> shards; ///< plain file names, each once, in the order of first mention
    std::vector<std::pair<std::string, std::uint32_t>>
        weights; ///< tensor and its place in `shards`, in the index's order
    std::vector<std::pair<std::string, std::string>> metadata; ///< what is not a list or an object
    std::vector<Issue> issues;          ///< shard names that cannot be opened; their tensors are not among the weights
    bool namesPicklesElsewhere = false; ///< among those names is one of a file that torch would unpickle
};

/// Recognised by its content: a JSON object with a `weight_map`. Other JSON is NotACheckpoint.
[[nodiscard]] Result<ShardIndex> readShardIndex(const ByteSource& source);

/// Whether a name can only mean a file in the folder at hand, on any system.
[[nodiscard]] bool isPlainFileName(std::string_view name);

} // namespace cairn::formats
