#pragma once

#include "core/values/block_decoder.h"

#include <cstdint>

namespace cairn::values {

/// Count, mean and spread of numbers that come in pieces, without the loss of digits that sums of squares have.
struct Moments {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0; ///< sum of the squared distances from the mean

    void merge(const Moments& other);
    /// With the divisor count - 1, as torch.std has it. NaN below two numbers.
    [[nodiscard]] double deviation() const;
};

/// What a block of numbers adds up to. Everything but `zeros` is of the finite ones.
struct BlockSums {
    Moments moments;
    double low = 0; ///< these two only if there is a finite number
    double high = 0;
    std::uint64_t zeros = 0;
};

[[nodiscard]] BlockSums sumUp(const NumberBlock& numbers);

} // namespace cairn::values
