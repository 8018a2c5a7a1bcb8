#include "core/checkpoint/folders/stored_piece.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/formats/zip/zip_sequence.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

namespace {

std::string shapeText(std::span<const std::int64_t> sizes)
{
    std::string text = "[";
    for (const std::int64_t size : sizes) {
        text += (text.size() == 1 ? "" : ", ") + std::to_string(size);
    }
    return text + "]";
}

Error broken(Message what)
{
    return error(ErrorCode::PieceBroken, std::move(what));
}

/// The row of the tensor that a file is, or has by that name.
const Entry* tensorRow(const Checkpoint& file, std::string_view name)
{
    const auto rows = file.entries();
    if (!file.traits().hasOnlyTensors) {
        return rows.front().kind == EntryKind::Tensor ? rows.data() : nullptr;
    }
    const auto found = std::ranges::find_if(
        rows, [&](const Entry& row) { return row.kind == EntryKind::Tensor && file.keyView(row) == name; });
    return found == rows.end() ? nullptr : &*found;
}

Result<PlacedPiece> placeIn(const Checkpoint& file, std::uint64_t begin, formats::Dtype dtype, Boxes::Sizes size,
                            std::string_view name)
{
    const Entry* row = tensorRow(file, name);
    if (row == nullptr) {
        return fail(broken(message("what is stored there is no tensor")));
    }
    const Tensor& tensor = file.tensors()[row->payload];
    if (tensor.dtype != dtype || !std::ranges::equal(file.shape(tensor), size)) {
        return fail(broken(message("a tensor %1 of %2 is stored there instead of one %3 of %4",
                                   shapeText(file.shape(tensor)), std::string(formats::dtypeInfo(tensor.dtype).name),
                                   shapeText(size), std::string(formats::dtypeInfo(dtype).name))));
    }
    const bool isPlain = tensor.layout == Layout::Strided && tensor.storage != kNoId &&
                         (file.extra(tensor) == nullptr || !file.extra(tensor)->quantizer);
    if (!isPlain) {
        return fail(broken(message("the tensor that is stored there has no plain elements")));
    }
    for (const Issue& issue : file.issues()) {
        if (issue.severity == Severity::Error) {
            return fail(broken(issue.message));
        }
    }
    const Storage& storage = file.storages()[tensor.storage];
    const auto strides = file.stride(tensor);
    PlacedPiece place{
        .offset = begin, .strides = {strides.begin(), strides.end()}, .conj = tensor.conj, .neg = tensor.neg};
    if (file.elementCount(tensor) == 0) {
        return place;
    }
    const auto offset = file.fileOffset(tensor.storage);
    if (!offset || (storage.byteOrder == ByteOrder::Big && formats::dtypeInfo(dtype).storageBytes > 1)) {
        return fail(broken(offset ? message("its numbers are big endian") : message("it is compressed")));
    }
    place.offset += *offset + static_cast<std::uint64_t>(tensor.offset) * formats::dtypeInfo(dtype).storageBytes;
    return place;
}

} // namespace

Result<CheckpointPtr> openPieceFile(const Boxes::Piece& piece, const std::shared_ptr<const FileSet>& files)
{
    CAIRN_ASSIGN(source, files->open(piece.file)); // a file that is not there is told as such
    CAIRN_ASSIGN(isZip, formats::startsZip(*source, piece.offset));
    // One safetensors file has all tensors of a writer, and the length is that of the values.
    const std::uint64_t left = source->sizeBytes() - std::min(source->sizeBytes(), piece.offset);
    const std::uint64_t bytes = isZip ? std::min(piece.bytes, left) : left;
    CAIRN_ASSIGN(slice, SliceSource::make(FileSet::source(files, piece.file), piece.offset, bytes));
    return openCheckpoint(slice, "the piece", nullptr, false);
}

Result<PlacedPiece> placeStoredPiece(const Boxes& boxes, const Boxes::Tensor& tensor, const Boxes::Piece& piece,
                                     const std::shared_ptr<const FileSet>& files)
{
    const auto place = [&]() -> Result<PlacedPiece> {
        CAIRN_ASSIGN(opened, openPieceFile(piece, files));
        return placeIn(*opened, piece.offset, tensor.dtype, boxes.size(tensor, piece), boxes.nameOf(tensor));
    };
    auto placed = place();
    if (!placed) {
        return fail(std::move(placed)
                        .error()
                        .in("the piece at byte " + groupedDigits(piece.offset))
                        .in(files->files()[piece.file].path));
    }
    return placed;
}

} // namespace cairn::checkpoint
