#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// The part of a tensor that one rank has: a box of it, in a tensor of its own.
struct RankPart {
    TensorId tensor = kNoId; ///< with the elements; kNoId: there are none
    std::vector<std::int64_t> origin;
    std::vector<std::int64_t> size;
};

/// Whether a tensor is in parts on several ranks: a DTensor, or a ShardedTensor.
[[nodiscard]] bool isInParts(const Checkpoint& file, const Tensor& tensor);

/// The parts that the file of one rank has, by what it says of the mesh of ranks and of its own place there.
/// Unsupported if no box of the tensor is there: partial sums, splits that are not known.
[[nodiscard]] Result<std::vector<RankPart>> readRankParts(const Checkpoint& file, const Tensor& tensor);

} // namespace cairn::checkpoint
