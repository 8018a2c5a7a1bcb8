#include "core/convert/salvage/salvage_folder.h"

#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/tensors/tensor_bytes.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::PieceList;
using checkpoint::PieceState;
using checkpoint::Salvage;
using checkpoint::SalvagedTensor;
using checkpoint::TensorState;

namespace {

Message fileNote(const PieceList::File& file)
{
    switch (file.state) {
    case PieceState::FileMissing: return message("%1 is missing", inQuotes(file.name));
    case PieceState::CutOff:
        return message("%1 is cut off: it ends at byte %2, before its pieces do", inQuotes(file.name),
                       groupedDigits(file.sizeBytes));
    default: return message("%1 cannot be opened", inQuotes(file.name));
    }
}

/// A piece along the first dimension of its tensor.
struct PieceRows {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< the one behind them
    std::uint64_t width = 0; ///< elements in each of them
};

/// Rows of a tensor that every piece over them is there for.
void findRows(const PieceList& pieces, const Checkpoint& folder, const checkpoint::Tensor& tensor,
              SalvagedTensor& found)
{
    std::vector<PieceRows> lost;
    std::vector<PieceRows> left;
    const PieceList::Range range = pieces.piecesOf(tensor);
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
        const checkpoint::TensorPiece piece = pieces[i];
        const bool isThere = piece.state == PieceState::Whole || piece.state == PieceState::Unplaced;
        found.bytesLost += isThere ? 0 : piece.bytes;
        if (piece.origin.empty() || piece.size.empty()) {
            return; // not cut along anything
        }
        const auto first = static_cast<std::uint64_t>(piece.origin[0]);
        const auto rows = static_cast<std::uint64_t>(piece.size[0]);
        (isThere ? left : lost)
            .push_back({first, first + rows, checkpoint::productOf(piece.size.subspan(1)).value_or(0)});
    }
    constexpr std::size_t most = 10'000'000; // looks at pieces that somebody waits for
    if (lost.empty() || left.size() > most / lost.size()) {
        return; // its pieces do not go together, or are very many
    }
    std::ranges::sort(lost, {}, &PieceRows::first);
    lost.push_back({found.rows, found.rows, 0});
    const std::uint64_t width = checkpoint::productOf(folder.shape(tensor).subspan(1)).value_or(0);
    // There may be gaps between pieces, so what is there is counted.
    const auto isCovered = [&](std::uint64_t first, std::uint64_t last) {
        std::uint64_t elements = 0;
        for (const PieceRows& piece : left) {
            const std::uint64_t begin = std::max(first, piece.first);
            const std::uint64_t end = std::min(last, piece.last);
            elements += begin < end ? (end - begin) * piece.width : 0;
        }
        return elements >= (last - first) * width;
    };
    std::uint64_t next = 0;
    for (const PieceRows& piece : lost) {
        if (piece.first > next && isCovered(next, piece.first)) {
            found.rowsLeft.emplace_back(next, piece.first);
        }
        next = std::max(next, piece.last);
    }
    found.state = found.rowsLeft.empty() ? TensorState::Missing : TensorState::Partial;
}

SalvagedTensor stateOf(const Checkpoint& folder, const PieceList& pieces, checkpoint::TensorId id)
{
    const checkpoint::Tensor& tensor = folder.tensors()[id];
    const auto shape = folder.shape(tensor);
    SalvagedTensor found;
    found.tensor = id;
    found.state = TensorState::Complete;
    found.rows = shape.empty() ? 1 : static_cast<std::uint64_t>(std::max<std::int64_t>(shape[0], 0));
    if (tensor.storage == checkpoint::kNoId) {
        return found; // on the meta device
    }
    found.bytes = folder.logicalBytes(tensor);
    if (folder.storages()[tensor.storage].source == checkpoint::kNoId && found.bytes != 0) {
        found.state = TensorState::Missing;
        findRows(pieces, folder, tensor, found);
        found.bytesLost = found.state == TensorState::Missing ? found.bytes : found.bytesLost;
    }
    return found;
}

/// Whether the records that a tensor lies in cannot be read, or have another checksum than was saved with them.
Result<bool> isChanged(const Checkpoint& folder, const std::vector<checkpoint::StorageId>& storages, Progress* progress)
{
    const auto changed = findChangedRecords(folder, folder, storages, progress);
    if (!changed && changed.error().code == ErrorCode::Cancelled) {
        return fail(Error(changed.error()));
    }
    return !changed || !changed->empty();
}

/// Whether all of a tensor can be read: its pieces are files of their own, and say themselves what is in them.
Result<bool> canBeRead(const Checkpoint& folder, checkpoint::TensorId id, const Progress* progress)
{
    auto bytes = TensorBytes::open(folder, {.name = {}, .tensor = id, .dtype = folder.tensors()[id].dtype});
    while (bytes) {
        CAIRN_TRY(checkStop(progress));
        const auto block = bytes->next();
        if (!block || block->empty()) {
            return block.has_value();
        }
    }
    return false;
}

/// Damage is rare, so all are looked at together before each is by itself.
Result<void> readTensors(const Checkpoint& folder, std::vector<SalvagedTensor>& tensors, Progress* progress)
{
    const auto isRead = [&](const SalvagedTensor& tensor) { return tensor.isSaved() && tensor.bytes != 0; };
    const auto storageOf = [&](const SalvagedTensor& tensor) { return folder.tensors()[tensor.tensor].storage; };
    std::vector<checkpoint::StorageId> storages;
    for (const SalvagedTensor& tensor : tensors) {
        if (isRead(tensor)) {
            storages.push_back(storageOf(tensor));
        }
    }
    for (SalvagedTensor& tensor : tensors) {
        if (isRead(tensor)) {
            CAIRN_ASSIGN(isThere, canBeRead(folder, tensor.tensor, progress));
            tensor.state = isThere ? tensor.state : TensorState::Missing;
        }
    }
    CAIRN_ASSIGN(areChanged, isChanged(folder, storages, progress));
    for (SalvagedTensor& tensor : tensors) {
        if (!areChanged || !isRead(tensor)) {
            continue;
        }
        CAIRN_ASSIGN(isThisOne, isChanged(folder, {storageOf(tensor)}, progress));
        tensor.state = isThisOne ? TensorState::Changed : tensor.state;
    }
    return {};
}

Result<Salvage> salvageFolder(const std::string& path, Progress* progress)
{
    if (const auto guess = checkpoint::guessFolder(path); guess && guess->kind == checkpoint::FolderKind::Weights) {
        return checkpoint::salvage(path + '/' + guess->files.front(), progress);
    }
    CAIRN_ASSIGN(opened, checkpoint::openCheckpoint(path, progress));
    if (opened->assembly() == nullptr) {
        return fail(error(ErrorCode::Unsupported, message("this folder holds one checkpoint, which is a file"))
                        .in(path)
                        .fix(message("Name the file")));
    }
    Salvage found;
    const PieceList pieces(opened);
    for (const PieceList::File& file : pieces.files()) {
        if (file.state != PieceState::Whole) {
            found.notes.push_back(fileNote(file));
        }
    }
    if (const checkpoint::Fact* shapes = opened->fact(checkpoint::FactKey::Shapes)) {
        found.notes.push_back(message("its shapes are %1; whether it had more files, nothing tells", shapes->value));
    }
    opened->walk([&](checkpoint::EntryId id, std::size_t) {
        const checkpoint::Entry& entry = opened->entries()[id];
        if (entry.kind == checkpoint::EntryKind::Tensor && !opened->tensors()[entry.payload].part) {
            found.tensors.push_back(stateOf(*opened, pieces, static_cast<checkpoint::TensorId>(entry.payload)));
        }
    });
    CAIRN_TRY(readTensors(*opened, found.tensors, progress));
    found.checkpoint = std::move(opened);
    return found;
}

} // namespace

Result<Salvage> salvageFileOrFolder(const std::string& path, Progress* progress)
{
    if (path.ends_with(checkpoint::dcp::kFileEnding)) { // files one behind the other, which nothing in it tells of
        const auto whole = checkpoint::wholeOf(path);
        return fail(
            error(ErrorCode::Unsupported, message("this file has pieces of the tensors of a folder"))
                .in(path)
                .fix(whole ? message("Save what is left of the whole: `cairn-cli salvage %1`", shellFile(whole->path))
                           : message("What they are pieces of says the file .metadata, which is not beside it; "
                                     "`cairn-cli convert` to a .safetensors with --drop-others takes them "
                                     "as they are")));
    }
    return checkpoint::folderOf(path) ? salvageFolder(path, progress) : checkpoint::salvage(path, progress);
}

} // namespace cairn::convert
