#include "core/convert/scales/scaled_values.h"

#include "core/convert/common/cast_loops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace cairn::convert {

using formats::Dtype;

namespace {

/// Numbers that are worked on at a time: what a processor keeps at hand through several loops.
constexpr std::size_t kChunk = std::size_t{16} << 10;

constexpr std::uint32_t kMagnitude = 0x7FFF'FFFF;
constexpr std::uint32_t kInfinity = 0x7F80'0000;
constexpr float kLargestCode = 448;

/// From 1 to the next number.
float smallestStep(Dtype dtype)
{
    switch (dtype) {
    case Dtype::BFloat16: return 0x1p-7F;
    case Dtype::Float16: return 0x1p-10F;
    default: return 0x1p-23F;
    }
}

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
    : m_grid(scaling.grid), m_scales(std::move(scales)), m_from(from), m_to(to)
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

CodeWriter::CodeWriter(const Scaling& scaling, Dtype from)
    : m_grid(scaling.grid), m_convention(scaling.convention), m_from(from),
      m_largest(static_cast<std::size_t>(m_grid.gridRows() * m_grid.gridColumns()))
{
}

std::span<float> CodeWriter::read(std::span<const std::byte> numbers)
{
    m_numbers.resize(numbers.size() / widthOf(m_from));
    if (m_from == Dtype::Float32) {
        std::memcpy(m_numbers.data(), numbers.data(), numbers.size());
    } else {
        castElements(m_from, Dtype::Float32, numbers, std::as_writable_bytes(std::span(m_numbers)));
    }
    return m_numbers;
}

void CodeWriter::look(std::span<const std::byte> numbers)
{
    const std::size_t step = kChunk * widthOf(m_from);
    for (std::size_t done = 0; done < numbers.size(); done += step) {
        const auto part = read(numbers.subspan(done, std::min(step, numbers.size() - done)));
        m_grid.forEachRun(m_position, part.size(), [&](std::size_t place, std::size_t begin, std::size_t count) {
            std::uint32_t largest = m_largest[place];
            for (const float number : part.subspan(begin, count)) {
                largest = std::max(largest, std::bit_cast<std::uint32_t>(number) & kMagnitude);
            }
            m_largest[place] = largest;
        });
        m_position += part.size();
    }
}

bool CodeWriter::findScales()
{
    if (std::ranges::any_of(m_largest, [](std::uint32_t bits) { return bits >= kInfinity; })) {
        return false;
    }
    m_position = 0;
    m_scales.resize(m_largest.size());
    m_factors.resize(m_largest.size());
    for (std::size_t place = 0; place < m_largest.size(); ++place) {
        findScale(place);
    }
    return true;
}

/// `largest` over 448, and what the numbers become codes by, as each of them computes it.
void CodeWriter::findScale(std::size_t place)
{
    const auto largest = std::bit_cast<float>(m_largest[place]);
    const auto rounded = [&](float number) {
        roundTo(m_from, std::span(&number, 1), m_rounded);
        return number;
    };
    float& scale = m_scales[place];
    float& factor = m_factors[place];
    switch (m_convention) {
    case ScaleConvention::DeepSeek:
        factor = 1 / largest * kLargestCode;
        scale = 1 / factor;
        break;
    case ScaleConvention::CompressedTensors:
        scale = rounded(largest / kLargestCode);
        scale = scale == 0 ? smallestStep(m_from) : scale;
        factor = scale;
        break;
    case ScaleConvention::ComfyUi:
        scale = rounded(largest / kLargestCode);
        factor = rounded(1 / scale);
        factor = std::isinf(factor) ? 1 / scale : factor; // above what float16 holds
        break;
    }
    if (largest == 0 || scale == 0 || !std::isfinite(factor)) {
        scale = m_convention == ScaleConvention::CompressedTensors ? scale : 1;
        factor = scale;
    }
}

void CodeWriter::convert(std::span<const std::byte> numbers, std::span<std::byte> out)
{
    const bool divides = m_convention == ScaleConvention::CompressedTensors;
    const Dtype product = m_convention == ScaleConvention::DeepSeek ? Dtype::Float32 : m_from;
    const std::size_t step = kChunk * widthOf(m_from);
    for (std::size_t done = 0, written = 0; done < numbers.size(); done += step) {
        const auto part = read(numbers.subspan(done, std::min(step, numbers.size() - done)));
        m_grid.forEachRun(m_position, part.size(), [&](std::size_t place, std::size_t begin, std::size_t count) {
            const float factor = m_factors[place];
            for (float& number : part.subspan(begin, count)) {
                number = divides ? number / factor : number * factor;
            }
        });
        roundTo(product, part, m_rounded);
        castElements(Dtype::Float32, Dtype::Float8E4M3Fn, std::as_bytes(part), out.subspan(written, part.size()));
        m_position += part.size();
        written += part.size();
    }
}

} // namespace cairn::convert
