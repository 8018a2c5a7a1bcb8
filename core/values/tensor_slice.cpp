#include "core/values/tensor_slice.h"

#include "core/base/checked.h"
#include "core/values/number_scan.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <optional>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;

namespace {

/// How far it reaches along an axis; nothing if that is beyond counting.
std::optional<std::uint64_t> extentOn(const SlicePlace& place, int axis)
{
    const std::uint64_t count = axis == place.rowAxis ? place.rows : axis == place.columnAxis ? place.columns : 1;
    const std::uint64_t step = axis == place.rowAxis ? place.rowStep : axis == place.columnAxis ? place.columnStep : 1;
    const auto steps = checkedMultiply(count - 1, step);
    return steps ? checkedAdd(*steps, std::uint64_t{1}) : std::nullopt;
}

Result<void> checkPlace(const Checkpoint& checkpoint, const Tensor& tensor, const SlicePlace& place)
{
    const auto shape = checkpoint.shape(tensor);
    const int rank = static_cast<int>(shape.size());
    bool fits = place.index.size() == shape.size() && place.rowAxis < rank && place.columnAxis < rank &&
                (place.rowAxis < 0 || place.rowAxis != place.columnAxis) && (place.rowAxis >= 0 || place.rows == 1) &&
                (place.columnAxis >= 0 || place.columns == 1) && place.rows != 0 && place.columns != 0 &&
                place.rows <= kMostInSlice && place.columns <= kMostInSlice / place.rows;
    for (int axis = 0; fits && axis < rank; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 0));
        const auto extent = extentOn(place, axis);
        fits = place.index[i] < size && extent && *extent <= size - place.index[i];
    }
    if (!fits) {
        return fail(ErrorCode::Usage,
                    message("this part of the tensor is not there, or is too large to be read at once"));
    }
    return {};
}

std::uint64_t strideOn(const Checkpoint& checkpoint, const Tensor& tensor, int axis)
{
    return axis < 0 ? 0 : static_cast<std::uint64_t>(checkpoint.stride(tensor)[static_cast<std::size_t>(axis)]);
}

/// Elements of the storage before the first of the rectangle.
std::uint64_t beginOf(const Checkpoint& checkpoint, const Tensor& tensor, const SlicePlace& place)
{
    auto begin = static_cast<std::uint64_t>(tensor.offset);
    for (std::size_t axis = 0; axis < place.index.size(); ++axis) {
        begin += place.index[axis] * static_cast<std::uint64_t>(checkpoint.stride(tensor)[axis]);
    }
    return begin;
}

/// Elements that share bytes, one a byte. Their tensors are contiguous, so rows are mostly runs.
Result<Bytes> readPacked(const Checkpoint& checkpoint, const Tensor& tensor, const SlicePlace& place)
{
    const std::uint64_t bits = formats::dtypeInfo(tensor.dtype).bits;
    const std::uint64_t perByte = 8 / bits;
    const std::uint64_t begin = beginOf(checkpoint, tensor, place);
    const std::uint64_t down = strideOn(checkpoint, tensor, place.rowAxis) * place.rowStep;
    const std::uint64_t right = strideOn(checkpoint, tensor, place.columnAxis) * place.columnStep;
    const bool isRun = right == 1 && place.columns > 1;
    Bytes out;
    Bytes packed;
    for (std::uint64_t row = 0; row < place.rows; ++row) {
        for (std::uint64_t column = 0; column < place.columns; column += isRun ? place.columns : 1) {
            const std::uint64_t first = begin + row * down + column * right;
            const std::uint64_t last = first + (isRun ? place.columns - 1 : 0);
            packed.resize(static_cast<std::size_t>(last / perByte - first / perByte + 1));
            CAIRN_TRY(checkpoint.readStorage(tensor.storage, first / perByte, packed));
            for (std::uint64_t i = first; i <= last; ++i) {
                const std::byte shared = packed[static_cast<std::size_t>(i / perByte - first / perByte)];
                out.push_back(shared >> (i % perByte * bits) & static_cast<std::byte>((1U << bits) - 1));
            }
        }
    }
    return out;
}

Result<Bytes> readWhole(const Checkpoint& checkpoint, const Tensor& tensor, const SlicePlace& place, ValueLayout layout)
{
    layout.begin = beginOf(checkpoint, tensor, place) * layout.elementBytes;
    layout.elements = place.rows * place.columns;
    layout.axes = {{place.rows, strideOn(checkpoint, tensor, place.rowAxis) * place.rowStep},
                   {place.columns, strideOn(checkpoint, tensor, place.columnAxis) * place.columnStep}};
    ValueReader reader(checkpoint, layout);
    Bytes out;
    while (out.size() < layout.bytes()) {
        CAIRN_ASSIGN(block, reader.next());
        out.insert(out.end(), block.begin(), block.end());
    }
    return out;
}

} // namespace

double TensorSlice::number(std::uint64_t row, std::uint64_t column) const
{
    return numbers[static_cast<std::size_t>(row * columns + column)];
}

std::string TensorSlice::text(std::uint64_t row, std::uint64_t column, NumberFormat format) const
{
    const auto at = static_cast<std::size_t>(row * columns + column);
    if (isComputed && format != NumberFormat::Bits) {
        return numberText(numbers[at], format, formats::Dtype::Float32);
    }
    return elementText(dtype, std::span(bytes).subspan(at * elementBytes, elementBytes), format, signs);
}

std::string sliceText(const TensorSlice& slice, NumberFormat format, char separator)
{
    std::string text;
    for (std::uint64_t row = 0; row < slice.rows; ++row) {
        for (std::uint64_t column = 0; column < slice.columns; ++column) {
            text += slice.text(row, column, format);
            text += column + 1 == slice.columns ? '\n' : separator;
        }
    }
    return text;
}

Result<TensorSlice> readSlice(const Checkpoint& checkpoint, checkpoint::TensorId id, const SlicePlace& place)
{
    const Tensor& tensor = checkpoint.tensors()[id];
    CAIRN_TRY(checkHasValues(checkpoint, tensor));
    CAIRN_TRY(checkPlace(checkpoint, tensor, place));
    CAIRN_ASSIGN(layout, layoutForParts(checkpoint, tensor));
    CAIRN_ASSIGN(whole, NumberDecoder::make(checkpoint, tensor));
    const bool isPacked = formats::dtypeInfo(tensor.dtype).bits < 8;
    CAIRN_ASSIGN(bytes,
                 isPacked ? readPacked(checkpoint, tensor, place) : readWhole(checkpoint, tensor, place, layout));

    TensorSlice slice;
    slice.rows = place.rows;
    slice.columns = place.columns;
    slice.dtype = tensor.dtype;
    slice.elementBytes = decodedElementBytes(tensor.dtype);
    slice.bytes = std::move(bytes);
    slice.signs = {tensor.conj, tensor.neg};
    slice.isComputed = (tensor.neg && !isComplex(tensor.dtype)) || whole.isQuantized();
    const NumberDecoder decoder = whole.forSlice(place);
    NumberBlock block;
    const std::uint64_t elements = place.rows * place.columns;
    for (std::uint64_t first = 0; first < elements; first += kBlock) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, elements - first));
        decoder.decodeUnpacked(std::span(slice.bytes).subspan(static_cast<std::size_t>(first * slice.elementBytes)),
                               count, first, block);
        slice.numbers.insert(slice.numbers.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return slice;
}

} // namespace cairn::values
