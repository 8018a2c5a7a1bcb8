#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/values/number_sums.h"

#include <cstdint>
#include <variant>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// A number of a tensor, exact: integers of 64 bits do not fit into a double.
using Number = std::variant<double, std::int64_t, std::uint64_t>;

[[nodiscard]] double toDouble(const Number& number);

/// What is known about the values of a tensor once all were read. Smallest, largest, mean and deviation are those of
/// the finite numbers; without NaN and infinite ones they are what PyTorch says.
struct Statistics {
    std::uint64_t elements = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t positiveInfinities = 0;
    std::uint64_t negativeInfinities = 0;
    Number low = 0.0; ///< these two only if there is a finite number
    Number high = 0.0;
    Moments moments;
    bool ofAbsoluteValues = false; ///< the numbers are complex

    [[nodiscard]] std::uint64_t finite() const noexcept { return moments.count; }
    [[nodiscard]] std::uint64_t infinities() const noexcept { return positiveInfinities + negativeInfinities; }
};

/// Reads every value of a tensor once, in bounded memory and on several threads where that helps.
[[nodiscard]] Result<Statistics> computeStatistics(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                                   Progress* progress);

/// The same of all elements of a storage, on one thread.
[[nodiscard]] Result<Statistics> computeStorageStatistics(const checkpoint::Checkpoint& checkpoint,
                                                          checkpoint::StorageId id, Progress* progress);

} // namespace cairn::values
