#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/values/block_decoder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn::values {

/// The rectangle of a tensor that a person looks at: two of its axes, and one index of every other.
struct SlicePlace {
    std::vector<std::uint64_t> index; ///< of each axis; where the rectangle begins on its own two
    int rowAxis = -1;                 ///< -1: there is one row
    int columnAxis = -1;              ///< -1: there is one column
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t rowStep = 1; ///< along the axis, from one row to the next
    std::uint64_t columnStep = 1;

    /// What of it lies in so many rows and columns, at most, from a row and a column on.
    [[nodiscard]] SlicePlace part(std::uint64_t row, std::uint64_t column, std::uint64_t mostRows,
                                  std::uint64_t mostColumns) const;
};

/// Turns the bytes of a tensor's values into the numbers they stand for: of every dtype, negated where the tensor says
/// so, dequantised as PyTorch does it, complex ones as absolute values. Read only once made.
class NumberDecoder {
public:
    /// Reads the scales of a tensor that is quantised by channels. Unsupported if its elements are no numbers.
    [[nodiscard]] static Result<NumberDecoder> make(const checkpoint::Checkpoint& checkpoint,
                                                    const checkpoint::Tensor& tensor);
    /// The same, but complex numbers are not one absolute value each but two numbers, their parts.
    [[nodiscard]] static Result<NumberDecoder> makeParts(const checkpoint::Checkpoint& checkpoint,
                                                         const checkpoint::Tensor& tensor);
    /// The same for values that come row by row out of a rectangle.
    [[nodiscard]] NumberDecoder forSlice(const SlicePlace& place) const;

    [[nodiscard]] bool isQuantized() const noexcept { return !m_scales.empty(); }
    [[nodiscard]] std::uint64_t elementsIn(std::uint64_t bytes) const noexcept { return bytes * 8 / m_bits; }
    [[nodiscard]] std::uint64_t bytesOf(std::uint64_t elements) const noexcept { return (elements * m_bits + 7) / 8; }

    /// Decodes at most kBlock elements, of which the first is element `position` of all; the rest of `out` is NaN.
    /// `position` must be a multiple of the elements that share a byte.
    void decode(std::span<const std::byte> values, std::size_t count, std::uint64_t position, NumberBlock& out) const;
    /// The same for elements of which each has bytes of its own, also where they share them in the file.
    void decodeUnpacked(std::span<const std::byte> values, std::size_t count, std::uint64_t position,
                        NumberBlock& out) const;

private:
    [[nodiscard]] Result<void> readChannels(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor,
                                            const checkpoint::Quantizer& quantizer);
    void dequantize(std::size_t count, std::uint64_t position, NumberBlock& out) const;

    BlockDecoder m_decode = nullptr;
    std::uint64_t m_bits = 8;
    bool m_absolute = false;
    bool m_negate = false;
    bool m_negateOdd = false;     ///< the imaginary parts too
    std::vector<double> m_scales; ///< none: not quantised; else one of all, or one of each channel
    std::vector<double> m_zeroPoints;
    std::uint64_t m_perChannel = 1; ///< neighbours of one channel
    int m_axis = -1;                ///< of the channels
};

} // namespace cairn::values
