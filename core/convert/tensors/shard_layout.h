#pragma once

#include "core/convert/tensors/tensor_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::convert {

// How a set of tensors is cut into files, and what these are called: as in model-00001-of-00003.safetensors and
// model.safetensors.index.json.

/// "5GB", "500MB", "1.5GiB": a number of bytes. Usage if it is none, or less than one, or has no unit.
[[nodiscard]] Result<std::uint64_t> parseShardSize(std::string_view text);

/// Cuts a set into parts of `shardBytes` at most, in its order. A tensor that is larger alone gets a part of its own;
/// tensors that are the same memory stay together.
[[nodiscard]] std::vector<TensorSet> splitIntoShards(const checkpoint::Checkpoint& source, const TensorSet& set,
                                                     std::uint64_t shardBytes);

/// The path of a part, counted from 0: a target model.safetensors gives model-00001-of-00003.safetensors.
[[nodiscard]] std::string shardPath(const std::string& target, std::size_t part, std::size_t parts);
/// model.safetensors.index.json
[[nodiscard]] std::string shardIndexPath(const std::string& target);

/// Whether a file of this name is a part, of however many, or the index of a set with that target. Names of files
/// alone.
[[nodiscard]] bool isOfShards(std::string_view target, std::string_view file);

/// The index: where each tensor is, and how many bytes they are together. Names with the file name of their shard.
[[nodiscard]] std::string shardIndexText(const std::vector<std::pair<std::string, std::string>>& weights,
                                         std::uint64_t totalBytes);

} // namespace cairn::convert
