#pragma once

#include "core/values/block_decoder.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace cairn::values {

/// A power of two, so that nothing is rounded. In it the largest double has a square with room for 2^64 of them.
inline constexpr double kLargeUnit = 0x1p600;

/// Count, mean and spread of numbers that come in pieces, without the loss of digits that sums of squares have.
struct Moments {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0; ///< sum of the squared distances from the mean, which are counted in units
    double unit = 1;    ///< kLargeUnit if a double has no room for the squares otherwise

    void merge(const Moments& other);
    /// With the divisor count - 1, as torch.std has it. NaN below two numbers.
    [[nodiscard]] double deviation() const;
};

/// How many numbers of a block are not finite.
struct Specials {
    std::uint64_t nans = 0;
    std::uint64_t positiveInfinities = 0;
    std::uint64_t negativeInfinities = 0;
};

/// What a block of numbers adds up to. Everything but `zeros` and `specials` is of the finite ones.
struct BlockSums {
    Moments moments;
    double low = 0; ///< these two only if there is a finite number
    double high = 0;
    std::uint64_t zeros = 0;
    Specials specials;
};

/// Numbers of a block that are not finite, several at a time.
template <typename Number, typename Numbers, typename Masks>
[[gnu::always_inline]] inline Specials specialsOf(const std::byte* block)
{
    constexpr std::size_t lanes = sizeof(Numbers) / sizeof(Number);
    const Numbers infinity = Numbers{} + std::numeric_limits<Number>::infinity();
    Masks nans{}; // minus how many, and so on
    Masks positive{};
    Masks negative{};
    for (std::size_t i = 0; i < kBlock; i += lanes) {
        Numbers x;
        std::memcpy(&x, block + i * sizeof(Number), sizeof(x));
        nans += x != x;
        positive += x == infinity;
        negative += x == -infinity;
    }
    Specials specials;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        specials.nans += static_cast<std::uint64_t>(-nans[lane]);
        specials.positiveInfinities += static_cast<std::uint64_t>(-positive[lane]);
        specials.negativeInfinities += static_cast<std::uint64_t>(-negative[lane]);
    }
    return specials;
}

[[nodiscard]] BlockSums sumUp(const NumberBlock& numbers);

} // namespace cairn::values
