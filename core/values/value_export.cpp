#include "core/values/value_export.h"

#include "core/base/progress.h"
#include "core/checkpoint/source_mode.h"
#include "core/formats/numpy/npy.h"
#include "core/values/number_scan.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

/// What NumPy calls elements that it can hold as they are; empty for others.
std::string_view plainNumpyName(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Float64: return "<f8";
    case Dtype::Float32: return "<f4";
    case Dtype::Float16: return "<f2";
    case Dtype::Complex64: return "<c8";
    case Dtype::Complex128: return "<c16";
    case Dtype::Int64: return "<i8";
    case Dtype::Int32: return "<i4";
    case Dtype::Int16: return "<i2";
    case Dtype::Int8: return "|i1";
    case Dtype::UInt64: return "<u8";
    case Dtype::UInt32: return "<u4";
    case Dtype::UInt16: return "<u2";
    case Dtype::UInt8: return "|u1";
    case Dtype::Bool: return "|b1";
    default: return {};
    }
}

bool isDouble(Dtype dtype)
{
    return dtype == Dtype::Float64 || dtype == Dtype::Complex128;
}

std::string_view computedNumpyName(Dtype dtype)
{
    if (isComplex(dtype)) {
        return isDouble(dtype) ? "<c16" : "<c8";
    }
    return isDouble(dtype) ? "<f8" : "<f4";
}

/// Adds a number as computedNumpyName() says: `wide` are doubles.
void append(Bytes& out, double number, bool wide)
{
    const auto add = [&out](auto value) {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        out.insert(out.end(), bytes.begin(), bytes.end());
    };
    wide ? add(number) : add(static_cast<float>(number));
}

/// The numbers of a block as they go into the file.
class NumberWriter {
public:
    NumberWriter(const NumberDecoder& decoder, bool wide) : m_decoder(decoder), m_wide(wide) {}

    std::span<const std::byte> convert(std::span<const std::byte> bytes, std::uint64_t count, std::uint64_t position)
    {
        m_out.clear();
        for (std::uint64_t first = 0; first < count; first += kBlock) {
            const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, count - first));
            m_decoder.decode(bytes.subspan(static_cast<std::size_t>(m_decoder.bytesOf(first))), here, position + first,
                             m_block);
            for (std::size_t i = 0; i < here; ++i) {
                append(m_out, m_block[i], m_wide);
            }
        }
        return m_out;
    }

private:
    const NumberDecoder& m_decoder;
    bool m_wide;
    NumberBlock m_block{};
    Bytes m_out;
};

Result<void> writeValues(const Checkpoint& checkpoint, const Tensor& tensor, bool asTheyAre, FileSink& sink,
                         Progress* progress)
{
    if (checkpoint.elementCount(tensor) == 0) {
        return {};
    }
    CAIRN_ASSIGN(layout, valueLayout(checkpoint, tensor));
    CAIRN_ASSIGN(decoder, NumberDecoder::makeParts(checkpoint, tensor));
    beginStage(progress, "writing", layout.bytes());
    NumberWriter writer(decoder, isDouble(tensor.dtype));
    ValueReader reader(checkpoint, layout);
    const std::uint64_t all = checkpoint.elementCount(tensor) * (isComplex(tensor.dtype) ? 2 : 1);
    for (std::uint64_t position = 0; position < all;) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(block, reader.next());
        const std::uint64_t count = std::min(decoder.elementsIn(block.size()), all - position);
        CAIRN_TRY(sink.write(asTheyAre ? block : writer.convert(block, count, position)));
        position += count;
        addDone(progress, block.size());
    }
    return {};
}

/// Whether NumPy can hold the elements with the very bytes that they have.
bool isPlain(const Tensor& tensor)
{
    return !plainNumpyName(tensor.dtype).empty() && !tensor.neg && !tensor.conj;
}

/// A file that begins as one of NumPy, with room for the numbers.
Result<std::unique_ptr<FileSink>> beginNpy(const Checkpoint& checkpoint, const Tensor& tensor,
                                           std::span<const std::int64_t> shape, const std::string& path,
                                           FileSink::Existing existing)
{
    CAIRN_ASSIGN(sink, FileSink::create(path, existing, checkpoint::modeOfSource(checkpoint) & 0666));
    CAIRN_TRY(sink->write(formats::npyHeader(
        isPlain(tensor) ? plainNumpyName(tensor.dtype) : computedNumpyName(tensor.dtype), false, shape)));
    return std::move(sink);
}

/// Reads a matrix piece by piece, row by row. A row that is too long for one piece comes one at a time, so each piece
/// ends where the next begins; `endsRow` is false inside of one.
Result<void> forEachPiece(const Checkpoint& checkpoint, checkpoint::TensorId id, const SlicePlace& slice,
                          Progress* progress,
                          const std::function<Result<void>(const TensorSlice& piece, bool endsRow)>& take)
{
    constexpr std::uint64_t atOnce = kMostInSlice / 8;
    if (slice.rows == 0 || slice.columns == 0) {
        return {};
    }
    const std::uint64_t columns = std::min(slice.columns, atOnce);
    const std::uint64_t rows = std::max<std::uint64_t>(atOnce / columns, 1);
    for (std::uint64_t row = 0; row < slice.rows; row += rows) {
        for (std::uint64_t column = 0; column < slice.columns; column += columns) {
            CAIRN_TRY(checkStop(progress));
            CAIRN_ASSIGN(piece, readSlice(checkpoint, id, slice.part(row, column, rows, columns)));
            CAIRN_TRY(take(piece, column + piece.columns == slice.columns));
            addDone(progress, piece.rows * piece.columns);
        }
    }
    return {};
}

/// The numbers of a piece as computedNumpyName() says.
Bytes computedBytes(const TensorSlice& piece, bool wide)
{
    Bytes out;
    for (const double number : piece.numbers) {
        append(out, number, wide);
    }
    return out;
}

} // namespace

Result<void> writeNpyPart(const Checkpoint& checkpoint, checkpoint::TensorId id, std::span<const std::int64_t> shape,
                          const EachMatrix& matrices, const std::string& path, FileSink::Existing existing,
                          Progress* progress)
{
    const Tensor& tensor = checkpoint.tensors()[id];
    CAIRN_TRY(checkHasValues(checkpoint, tensor));
    const bool asTheyAre = isPlain(tensor);
    if (!asTheyAre && isComplex(tensor.dtype)) {
        return fail(error(ErrorCode::Unsupported, message("of complex numbers that are computed no part is written"))
                        .fix(message("Take the whole tensor")));
    }
    CAIRN_ASSIGN(sink, beginNpy(checkpoint, tensor, shape, path, existing));
    std::uint64_t elements = 1;
    for (const std::int64_t size : shape) {
        elements *= static_cast<std::uint64_t>(size);
    }
    beginStage(progress, "writing", elements);
    CAIRN_TRY(matrices([&](const SlicePlace& matrix) {
        return forEachPiece(checkpoint, id, matrix, progress, [&](const TensorSlice& piece, bool) {
            return asTheyAre ? sink->write(piece.bytes) : sink->write(computedBytes(piece, isDouble(tensor.dtype)));
        });
    }));
    return sink->commit();
}

Result<void> writeNpy(const Checkpoint& checkpoint, checkpoint::TensorId id, const std::string& path,
                      FileSink::Existing existing, Progress* progress)
{
    const Tensor& tensor = checkpoint.tensors()[id];
    CAIRN_TRY(checkHasValues(checkpoint, tensor));
    CAIRN_ASSIGN(sink, beginNpy(checkpoint, tensor, checkpoint.shape(tensor), path, existing));
    CAIRN_TRY(writeValues(checkpoint, tensor, isPlain(tensor), *sink, progress));
    return sink->commit();
}

Result<void> giveText(const Checkpoint& checkpoint, checkpoint::TensorId id, const SlicePlace& slice, char separator,
                      const std::function<Result<void>(std::string_view)>& take, Progress* progress)
{
    beginStage(progress, "writing", slice.rows * slice.columns);
    return forEachPiece(checkpoint, id, slice, progress, [&](const TensorSlice& piece, bool endsRow) {
        std::string text = sliceText(piece, NumberFormat::Exact, separator);
        if (!endsRow) {
            text.back() = separator;
        }
        return take(text);
    });
}

Result<void> writeCsv(const Checkpoint& checkpoint, checkpoint::TensorId id, const SlicePlace& slice,
                      const std::string& path, FileSink::Existing existing, Progress* progress)
{
    CAIRN_ASSIGN(sink, FileSink::create(path, existing, checkpoint::modeOfSource(checkpoint) & 0666));
    const auto write = [&](std::string_view text) { return sink->write(text); };
    CAIRN_TRY(giveText(checkpoint, id, slice, ',', write, progress));
    return sink->commit();
}

} // namespace cairn::values
