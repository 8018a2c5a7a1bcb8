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
    formats::Dtype m_product; ///< that the product is rounded to first
    std::uint64_t m_position = 0;
    std::vector<float> m_numbers;
    std::vector<std::byte> m_rounded;
};

} // namespace cairn::convert
