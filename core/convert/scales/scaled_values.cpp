#include "core/convert/scales/scaled_values.h"

#include "core/convert/common/cast_loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace cairn::convert {

using formats::Dtype;

namespace {

/// Numbers that are worked on at a time: what a processor keeps at hand through several loops.
constexpr std::size_t kChunk = std::size_t{16} << 10;

std::size_t widthOf(Dtype dtype)
{
    return formats::dtypeInfo(dtype).bits / 8U;
}

/// To the nearest numbers that a dtype has.
void roundTo(Dtype dtype, std::span<float> numbers, std::vector<std::byte>& room)
{
    if (dtype != Dtype::Float32) {
        room.resize(numbers.size() * widthOf(dtype));
        castElements(Dtype::Float32, dtype, std::as_bytes(numbers), room);
        castElements(dtype, Dtype::Float32, room, std::as_writable_bytes(numbers));
    }
}

/// float32 to what is written. Returns how many finite numbers were too large.
std::uint64_t write(Dtype to, std::span<const float> numbers, std::span<std::byte> out)
{
    if (to == Dtype::Float32) {
        std::memcpy(out.data(), numbers.data(), out.size());
        return 0;
    }
    return castElements(Dtype::Float32, to, std::as_bytes(numbers), out);
}

std::uint64_t countInfinite(std::span<const float> numbers)
{
    return static_cast<std::uint64_t>(std::ranges::count_if(numbers, [](float number) { return std::isinf(number); }));
}

} // namespace

CodeReader::CodeReader(const Scaling& scaling, std::vector<float> scales, Dtype scaleDtype, Dtype from, Dtype to)
    : m_grid(scaling.grid), m_scales(std::move(scales)), m_from(from), m_to(to), m_product(Dtype::Float32)
{
    if (scaling.convention == ScaleConvention::CompressedTensors) {
        m_product = scaleDtype;
    } else if (scaling.convention == ScaleConvention::ComfyUi && to != Dtype::Float64) {
        roundTo(to, m_scales, m_rounded);
    }
}

std::uint64_t CodeReader::convert(std::span<const std::byte> codes, std::span<std::byte> out)
{
    std::uint64_t overflows = 0;
    const std::size_t width = widthOf(m_to);
    for (std::size_t done = 0; done < codes.size();) {
        const auto part = codes.subspan(done, std::min(kChunk, codes.size() - done));
        m_numbers.resize(part.size());
        castElements(m_from, Dtype::Float32, part, std::as_writable_bytes(std::span(m_numbers)));
        const std::uint64_t before = countInfinite(m_numbers);
        m_grid.forEachRun(m_position, part.size(), [&](std::size_t scale, std::size_t begin, std::size_t count) {
            const float factor = m_scales[scale];
            for (float& number : std::span(m_numbers).subspan(begin, count)) {
                number *= factor;
            }
        });
        if (m_product != m_to) {
            roundTo(m_product, m_numbers, m_rounded);
        }
        overflows += std::max(countInfinite(m_numbers), before) - before;
        overflows += write(m_to, m_numbers, out.subspan(done * width, part.size() * width));
        m_position += part.size();
        done += part.size();
    }
    return overflows;
}

} // namespace cairn::convert
