#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// How far two numbers may be apart and yet count as the same: absolute + relative * |second|, as torch.allclose has
/// it.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
    bool isGiven = false; ///< else equal numbers are the same only if they are written alike
};

/// How far the numbers of one tensor are from those of another of the same shape. Two NaN are the same number; so are
/// two infinities of one sign. Between a number and NaN or infinity there is no distance: such places are counted.
/// Complex numbers are compared by their parts.
struct ValueDifference {
    std::uint64_t elements = 0;
    std::uint64_t different = 0;
    std::uint64_t notFinite = 0; ///< of them: on one side at least NaN or infinite
    /// Elements whose bytes are not the same, where both tensors write their numbers alike: also 0 and -0, two NaN, and
    /// quantised numbers that float32 cannot tell apart.
    /// With a tolerance, if it is 0 too, they do not count.
    std::uint64_t otherBytes = 0;
    std::uint64_t tolerated = 0; ///< not the same, but within the tolerance: not among the different ones
    double largest = 0;          ///< absolute difference of all that are finite
    double largestRelative = 0;  ///< divided by the larger of both
    double squares = 0;          ///< sum of the squares of those differences
};

/// Whether anything is different.
[[nodiscard]] inline bool isDifferent(const ValueDifference& found)
{
    return found.different != 0 || found.otherBytes != 0;
}

/// Streams both tensors; dtypes, strides and byte orders may differ. Progress counts bytes of the first.
[[nodiscard]] Result<ValueDifference> compareValues(const checkpoint::Checkpoint& a, checkpoint::TensorId tensorA,
                                                    const checkpoint::Checkpoint& b, checkpoint::TensorId tensorB,
                                                    Progress* progress, Tolerance tolerance = {});

/// Counts the bytes that differ between two storages of one size, as `elements` and `otherBytes`.
[[nodiscard]] Result<ValueDifference> compareStorageBytes(const checkpoint::Checkpoint& a,
                                                          checkpoint::StorageId storageA,
                                                          const checkpoint::Checkpoint& b,
                                                          checkpoint::StorageId storageB, Progress* progress);

} // namespace cairn::values
