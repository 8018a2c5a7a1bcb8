#include "core/values/number_scan.h"

#include "core/base/progress.h"
#include "core/values/number_decoder.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;

namespace {

constexpr std::uint64_t kWorthAThread = std::uint64_t{8} << 20;
constexpr std::size_t kMostThreads = 4;

/// A part of a tensor that one thread goes through.
struct Piece {
    ValueLayout layout;
    std::uint64_t position = 0; ///< of its first element
    std::uint64_t elements = 0;
};

/// Cuts the outermost axis. Pieces may be empty, and the last may end inside its last byte.
std::vector<Piece> cut(const ValueLayout& whole, const NumberDecoder& decoder, std::uint64_t elements,
                       std::size_t pieces)
{
    if (whole.axes.empty() || pieces < 2) {
        return {{whole, 0, elements}};
    }
    const ValueLayout::Axis& axis = whole.axes.front();
    const std::uint64_t perIndex = whole.elements / axis.size;
    std::vector<Piece> cuts;
    for (std::size_t i = 0; i < pieces; ++i) {
        const std::uint64_t begin = axis.size / pieces * i;
        const std::uint64_t end = i + 1 == pieces ? axis.size : axis.size / pieces * (i + 1);
        if (begin == end) {
            continue;
        }
        Piece& piece = cuts.emplace_back();
        piece.layout = whole;
        piece.layout.axes.front().size = end - begin;
        piece.layout.begin += begin * axis.stride * whole.elementBytes;
        piece.layout.elements = (end - begin) * perIndex;
        piece.position = decoder.elementsIn(begin * perIndex * whole.elementBytes);
        piece.elements = std::min(elements - piece.position, decoder.elementsIn(piece.layout.bytes()));
    }
    return cuts;
}

Result<void> scanPiece(const Checkpoint& checkpoint, const Piece& piece, const NumberDecoder& decoder,
                       NumberVisitor& visitor, Progress* progress)
{
    ValueReader reader(checkpoint, piece.layout);
    NumberBlock block;
    std::uint64_t done = 0;
    while (done < piece.elements) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(bytes, reader.next());
        const std::uint64_t elements = std::min(decoder.elementsIn(bytes.size()), piece.elements - done);
        for (std::uint64_t first = 0; first < elements; first += kBlock) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, elements - first));
            const auto values = bytes.subspan(static_cast<std::size_t>(decoder.bytesOf(first)),
                                              static_cast<std::size_t>(decoder.bytesOf(count)));
            if (count != kBlock || !visitor.takeBytes(values)) {
                decoder.decode(values, count, piece.position + done + first, block);
                visitor.take(block, count, values);
            }
        }
        done += elements;
        addDone(progress, bytes.size());
    }
    return {};
}

} // namespace

Result<void> checkHasValues(const Checkpoint& checkpoint, const Tensor& tensor)
{
    if (checkpoint.elementCount(tensor) == 0) {
        return {};
    }
    if (tensor.storage == checkpoint::kNoId) {
        return fail(ErrorCode::Unsupported, tensor.layout == checkpoint::Layout::Strided
                                                ? message("the file holds no values of it, only its shape")
                                                : message("its values are those of its parts, the rows below it"));
    }
    if (checkpoint.storages()[tensor.storage].source == checkpoint::kNoId) {
        return fail(ErrorCode::RecordMissing, message("the file holds no bytes of its storage"));
    }
    return {};
}

std::size_t scanThreads(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
    return static_cast<std::size_t>(
        std::clamp<std::uint64_t>(checkpoint.logicalBytes(tensor) / kWorthAThread, 1, cores));
}

Result<void> scanStorage(const Checkpoint& checkpoint, checkpoint::StorageId id, NumberVisitor& visitor,
                         Progress* progress)
{
    const checkpoint::Storage& storage = checkpoint.storages()[id];
    if (storage.dtype == formats::Dtype::Unknown) {
        return fail(ErrorCode::Unsupported, message("it is bytes of which the file does not say what they are"));
    }
    if (storage.source == checkpoint::kNoId) {
        return fail(ErrorCode::RecordMissing, message("the file holds no bytes of its storage"));
    }
    Tensor asTensor; // of what decides how its bytes are read
    asTensor.storage = id;
    asTensor.dtype = storage.dtype;
    CAIRN_ASSIGN(decoder, NumberDecoder::make(checkpoint, asTensor));
    CAIRN_ASSIGN(layout, layoutOfStorage(checkpoint, id));
    return layout.elements == 0
               ? Result<void>()
               : scanPiece(checkpoint, {layout, 0, decoder.elementsIn(layout.bytes())}, decoder, visitor, progress);
}

Result<void> scanNumbers(const Checkpoint& checkpoint, const Tensor& tensor, std::span<NumberVisitor* const> visitors,
                         Progress* progress)
{
    CAIRN_TRY(checkHasValues(checkpoint, tensor));
    const std::uint64_t elements = checkpoint.elementCount(tensor);
    if (elements == 0) {
        return {};
    }
    CAIRN_ASSIGN(layout, valueLayout(checkpoint, tensor));
    CAIRN_ASSIGN(decoder, NumberDecoder::make(checkpoint, tensor));
    const std::vector<Piece> pieces = cut(layout, decoder, elements, visitors.size());
    std::vector<Result<void>> results(pieces.size());
    const auto scan = [&](std::size_t i) {
        results[i] = scanPiece(checkpoint, pieces[i], decoder, *visitors[i], progress);
    };
    {
        std::vector<std::jthread> threads; // joined before the results are looked at
        for (std::size_t i = 1; i < pieces.size(); ++i) {
            threads.emplace_back(scan, i);
        }
        scan(0);
    }
    for (Result<void>& result : results) {
        CAIRN_TRY(std::move(result));
    }
    return {};
}

} // namespace cairn::values
