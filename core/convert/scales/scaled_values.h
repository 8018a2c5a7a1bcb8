#pragma once

#include "core/convert/scales/scaling.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn::convert {

/// Turns codes of float8 into weights, block after block in row-major order, in the arithmetic of those whose scales
/// they are: DeepSeek multiplies in float32, compressed-tensors in the dtype of its scales, ComfyUI in the dtype that
/// the weights get.
class CodeReader {
public:
    /// `scales` as readScales() gives them, which were of `scaleDtype`.
    CodeReader(const Scaling& scaling, std::vector<float> scales, formats::Dtype scaleDtype, formats::Dtype from,
               formats::Dtype to);

    /// The weights of the next codes; `out` has room for as many. Returns how many finite numbers were too large.
    std::uint64_t convert(std::span<const std::byte> codes, std::span<std::byte> out);

private:
    ScaleGrid m_grid;
    std::vector<float> m_scales;
    formats::Dtype m_from;
    formats::Dtype m_to;
    formats::Dtype m_product = formats::Dtype::Float32; ///< that the product is rounded to first
    std::uint64_t m_position = 0;
    std::vector<float> m_numbers;
    std::vector<std::byte> m_rounded;
};

/// Turns numbers into codes of float8_e4m3fn and scales, in the arithmetic of those who will multiply them. The numbers
/// are needed twice, block after block in row-major order: first for their scales, then for their codes.
///
/// Where their own arithmetic ends at something that is no number, which is where a block has nothing but zeros and
/// numbers below 1e-36, the scale is 1 here.
class CodeWriter {
public:
    CodeWriter(const Scaling& scaling, formats::Dtype from);

    /// Looks at the next numbers.
    void look(std::span<const std::byte> numbers);
    /// When it has seen all. False if one of them is infinite or not a number, which no scale is for.
    [[nodiscard]] bool findScales();
    /// What is stored as scales.
    [[nodiscard]] const std::vector<float>& scales() const noexcept { return m_scales; }
    /// The codes of the next numbers, from the first on; `out` has room for as many.
    void convert(std::span<const std::byte> numbers, std::span<std::byte> out);

private:
    [[nodiscard]] std::span<float> read(std::span<const std::byte> numbers);
    void findScale(std::size_t place);

    ScaleGrid m_grid;
    ScaleConvention m_convention;
    formats::Dtype m_from;
    std::uint64_t m_position = 0;
    std::vector<float> m_scales;
    std::vector<float> m_factors;         ///< that numbers are multiplied by, or divided, see dividesBy()
    std::vector<std::uint32_t> m_largest; ///< the bits of the largest magnitude of each block
    std::vector<float> m_numbers;
    std::vector<std::byte> m_rounded;
};

} // namespace cairn::convert
