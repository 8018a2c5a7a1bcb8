#include "core/values/number_decoder.h"

#include "core/base/text/text.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <limits>
#include <string>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

/// Elements that share a byte, the first in its low bits, each in a byte of its own.
void unpack(std::span<const std::byte> packed, std::size_t count, std::uint64_t bits, std::span<std::byte> out)
{
    const std::size_t perByte = 8 / bits;
    const auto mask = static_cast<std::byte>((1U << bits) - 1);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = packed[i / perByte] >> (i % perByte * bits) & mask;
    }
}

/// All values of a part of a quantised tensor: its scales or its zero points.
Result<std::vector<double>> readPart(const Checkpoint& checkpoint, const Tensor& tensor, std::string_view name,
                                     std::uint64_t count)
{
    const checkpoint::Entry& entry = checkpoint.entries()[tensor.entry];
    for (std::uint32_t i = 0; i < entry.childCount; ++i) {
        const checkpoint::Entry& child = checkpoint.entries()[entry.firstChild + i];
        if (checkpoint.keyText(child) != name || child.kind != checkpoint::EntryKind::Tensor) {
            continue;
        }
        const Tensor& part = checkpoint.tensors()[child.payload];
        if (part.storage == checkpoint::kNoId || checkpoint.elementCount(part) != count) {
            break;
        }
        CAIRN_ASSIGN(layout, valueLayout(checkpoint, part));
        CAIRN_ASSIGN(decoder, NumberDecoder::make(checkpoint, part));
        if (layout.bytes() > checkpoint.storages()[part.storage].bytes) {
            break; // one number repeated as often as a file likes to say
        }
        ValueReader reader(checkpoint, layout);
        std::vector<double> numbers;
        NumberBlock block;
        while (numbers.size() < count) {
            CAIRN_ASSIGN(bytes, reader.next());
            const std::uint64_t elements = decoder.elementsIn(bytes.size());
            for (std::uint64_t first = 0; first < elements; first += kBlock) {
                const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, elements - first));
                decoder.decode(bytes.subspan(static_cast<std::size_t>(decoder.bytesOf(first))), here, 0, block);
                numbers.insert(numbers.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(here));
            }
        }
        return numbers;
    }
    return fail(ErrorCode::TensorQuantizer, message("it has no tensor of %1 as its %2, so its values are not known",
                                                    countOf(count, "number"), name));
}

} // namespace

SlicePlace SlicePlace::part(std::uint64_t row, std::uint64_t column, std::uint64_t mostRows,
                            std::uint64_t mostColumns) const
{
    SlicePlace place = *this;
    place.rows = std::min(rows - row, mostRows);
    place.columns = std::min(columns - column, mostColumns);
    if (rowAxis >= 0) {
        place.index[static_cast<std::size_t>(rowAxis)] += row * rowStep;
    }
    if (columnAxis >= 0) {
        place.index[static_cast<std::size_t>(columnAxis)] += column * columnStep;
    }
    return place;
}

Result<NumberDecoder> NumberDecoder::make(const Checkpoint& checkpoint, const Tensor& tensor)
{
    NumberDecoder decoder;
    decoder.m_decode = blockDecoder(tensor.dtype);
    if (decoder.m_decode == nullptr) {
        return fail(ErrorCode::Unsupported,
                    message("elements of %1 do not lie on whole bytes or parts of one; their numbers are not shown",
                            formats::dtypeInfo(tensor.dtype).name));
    }
    decoder.m_bits = formats::dtypeInfo(tensor.dtype).bits;
    decoder.m_absolute = isComplex(tensor.dtype);
    decoder.m_negate = tensor.neg && !decoder.m_absolute;
    if (const auto* extra = checkpoint.extra(tensor); extra != nullptr && extra->quantizer) {
        if (extra->quantizer->perChannel) {
            CAIRN_TRY(decoder.readChannels(checkpoint, tensor, *extra->quantizer));
        } else {
            decoder.m_scales = {extra->quantizer->scale};
            decoder.m_zeroPoints = {static_cast<double>(extra->quantizer->zeroPoint)};
        }
    }
    return decoder;
}

Result<NumberDecoder> NumberDecoder::makeParts(const Checkpoint& checkpoint, const Tensor& tensor)
{
    CAIRN_ASSIGN(decoder, make(checkpoint, tensor));
    if (decoder.m_absolute) {
        decoder.m_decode = blockDecoder(partOfComplex(tensor.dtype));
        decoder.m_bits /= 2;
        decoder.m_absolute = false;
        decoder.m_negate = tensor.neg;
        decoder.m_negateOdd = tensor.conj;
    }
    return std::move(decoder);
}

Result<void> NumberDecoder::readChannels(const Checkpoint& checkpoint, const Tensor& tensor,
                                         const checkpoint::Quantizer& quantizer)
{
    const auto shape = checkpoint.shape(tensor);
    if (quantizer.axis < 0 || quantizer.axis >= static_cast<std::int64_t>(shape.size())) {
        return fail(ErrorCode::TensorQuantizer, message("it has no axis of channels, so its values are not known"));
    }
    m_axis = static_cast<int>(quantizer.axis);
    const auto axis = static_cast<std::size_t>(m_axis);
    const auto channels = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 0));
    for (const std::int64_t size : shape.subspan(axis + 1)) {
        m_perChannel *= static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1));
    }
    CAIRN_ASSIGN(scales, readPart(checkpoint, tensor, "scales", channels));
    CAIRN_ASSIGN(zeroPoints, readPart(checkpoint, tensor, "zero_points", channels));
    m_scales = std::move(scales);
    m_zeroPoints = std::move(zeroPoints);
    return {};
}

NumberDecoder NumberDecoder::forSlice(const SlicePlace& place) const
{
    NumberDecoder slice = *this;
    if (m_axis < 0 || m_scales.empty()) {
        return slice;
    }
    std::uint64_t channels = 1;
    std::uint64_t step = 1;
    if (m_axis == place.rowAxis) {
        channels = place.rows;
        step = place.rowStep;
        slice.m_perChannel = place.columns;
    } else if (m_axis == place.columnAxis) {
        channels = place.columns;
        step = place.columnStep;
        slice.m_perChannel = 1;
    }
    slice.m_scales.clear();
    slice.m_zeroPoints.clear();
    for (std::uint64_t channel = 0; channel < channels; ++channel) {
        const auto at = static_cast<std::size_t>(place.index[static_cast<std::size_t>(m_axis)] + channel * step);
        slice.m_scales.push_back(m_scales[at]);
        slice.m_zeroPoints.push_back(m_zeroPoints[at]);
    }
    return slice;
}

void NumberDecoder::decode(std::span<const std::byte> values, std::size_t count, std::uint64_t position,
                           NumberBlock& out) const
{
    if (m_bits < 8) {
        std::array<std::byte, kBlock> unpacked{};
        unpack(values, count, m_bits, unpacked);
        decodeUnpacked(unpacked, count, position, out);
    } else {
        decodeUnpacked(values, count, position, out);
    }
}

void NumberDecoder::decodeUnpacked(std::span<const std::byte> values, std::size_t count, std::uint64_t position,
                                   NumberBlock& out) const
{
    constexpr std::size_t mostBytes = kBlock * 16;
    if (count == kBlock) {
        m_decode(values.data(), out);
    } else {
        std::array<std::byte, mostBytes> padded{};
        std::memcpy(padded.data(), values.data(),
                    static_cast<std::size_t>(count * std::max<std::uint64_t>(m_bits / 8, 1)));
        m_decode(padded.data(), out);
    }
    if (!m_scales.empty()) {
        dequantize(count, position, out);
    }
    if (m_negate) {
        for (double& number : out) {
            number = -number;
        }
    }
    if (m_negateOdd) {
        for (std::size_t i = 1; i < kBlock; i += 2) {
            out[i] = -out[i];
        }
    }
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), std::numeric_limits<double>::quiet_NaN());
}

void NumberDecoder::dequantize(std::size_t count, std::uint64_t position, NumberBlock& out) const
{
    std::uint64_t channel = position / m_perChannel % m_scales.size();
    std::uint64_t left = m_perChannel - position % m_perChannel;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<float>(out[i] - m_zeroPoints[channel]);
        out[i] = static_cast<double>(number * static_cast<float>(m_scales[channel])); // in float32, as PyTorch does
        if (--left == 0) {
            left = m_perChannel;
            channel = channel + 1 == m_scales.size() ? 0 : channel + 1;
        }
    }
}

} // namespace cairn::values
