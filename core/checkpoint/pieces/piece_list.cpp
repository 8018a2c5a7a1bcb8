#include "core/checkpoint/pieces/piece_list.h"

#include "core/base/checked.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pieces/assembly.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// The key of a storage as the assembly numbers them.
std::uint32_t keyOf(const Checkpoint& folder, StorageId storage)
{
    const std::string_view text = folder.storageKey(folder.storages()[storage]);
    std::uint32_t key = kNoId;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), key);
    return failure == std::errc() && end == text.data() + text.size() ? key : kNoId;
}

/// Which tensor of the boxes has the bytes of a storage; kNoId if none has. They got their keys in their order.
std::uint32_t cutTensorOf(const Checkpoint& folder, StorageId storage)
{
    const auto& keys = folder.assembly()->storageOfBoxes;
    const std::uint32_t key = keyOf(folder, storage);
    const auto found = std::ranges::lower_bound(keys, key);
    return found == keys.end() || *found != key ? kNoId : static_cast<std::uint32_t>(found - keys.begin());
}

std::optional<std::uint32_t> numberIn(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

/// The number behind a word; nothing where the word is not there.
std::optional<std::uint32_t> numberBehind(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    return at == std::string_view::npos ? std::nullopt : numberIn(text.substr(at + word.size()));
}

PieceState stateOf(const FileSet::File& file)
{
    return file.isMissing          ? PieceState::FileMissing
           : !file.problem.empty() ? PieceState::FileUnreadable
                                   : PieceState::Whole;
}

} // namespace

std::optional<std::uint32_t> rankOfFile(std::string_view name)
{
    if (name.starts_with("__")) {
        return numberBehind(name, "__");
    }
    if (name.starts_with("shard-")) { // as torch's storage for Hugging Face counts them, from 1
        const auto number = numberBehind(name, "shard-");
        return number && *number != 0 ? std::optional(*number - 1) : std::nullopt;
    }
    if (name.contains("pp_rank_")) {
        return numberBehind(name, "pp_rank_");
    }
    const std::string_view stem = name.substr(0, name.rfind('.'));
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
    const std::string_view before = stem.substr(0, digits);
    const bool isRank = before.ends_with('_') || before.ends_with('-') || before.ends_with("rank"); // and not fp32.pt
    return isRank ? numberIn(stem.substr(digits)) : std::nullopt;
}

PieceList::PieceList(const Checkpoint& folder) : PieceList(CheckpointPtr(CheckpointPtr(), &folder)) {}

PieceList::PieceList(CheckpointPtr folder) : m_folder(std::move(folder))
{
    const Assembly* assembly = m_folder->assembly();
    if (assembly == nullptr) {
        return;
    }
    if (assembly->boxes != nullptr) {
        m_boxes = &assembly->boxes->boxes();
        m_cutPieces = m_boxes->pieces().size();
    }
    const std::string& path = m_folder->path();
    for (const FileSet::File& file : assembly->files->files()) {
        std::string_view name = file.path;
        name.remove_prefix(name.starts_with(path + '/') ? path.size() + 1 : name.rfind('/') + 1);
        const std::string_view alone = name.substr(name.rfind('/') + 1);
        m_files.push_back({.path = file.path,
                           .name = name,
                           .rank = rankOfFile(alone),
                           .sizeBytes = file.bytes,
                           .state = checkpoint::stateOf(file)});
    }
    findHolders();
    findRows();
    sumUp();
}

void PieceList::findHolders()
{
    std::map<std::uint32_t, std::uint32_t> byRank;
    for (const File& file : m_files) {
        if (file.rank) {
            byRank.emplace(*file.rank, 0U);
        }
    }
    for (auto& [rank, holder] : byRank) {
        holder = static_cast<std::uint32_t>(m_holders.size());
        m_holders.push_back({.rank = rank, .name = {}});
    }
    for (const File& file : m_files) {
        m_holderOfFile.push_back(file.rank ? byRank.at(*file.rank) : static_cast<std::uint32_t>(m_holders.size()));
        if (!file.rank) {
            m_holders.push_back({.rank = std::nullopt, .name = file.name});
        }
    }
}

void PieceList::findRows()
{
    const auto files = m_folder->assembly()->files->files();
    std::unordered_map<std::string_view, std::uint32_t> byPath;
    for (std::uint32_t i = 0; i < files.size(); ++i) {
        byPath.emplace(files[i].path, i);
    }
    for (const StorageSource& source : m_folder->sources()) {
        const auto file = source.isFile ? byPath.find(source.name) : byPath.end();
        m_fileOfSource.push_back(file == byPath.end() ? kNoId : file->second);
    }
    m_storageOf.resize(m_boxes == nullptr ? 0 : m_boxes->tensors().size(), kNoId);
    for (StorageId id = 0; id < m_folder->storages().size(); ++id) {
        if (const std::uint32_t cut = cutTensorOf(*m_folder, id); cut != kNoId) {
            m_storageOf[cut] = id;
        } else if (const std::uint32_t source = m_folder->storages()[id].source;
                   source != kNoId && m_fileOfSource[source] != kNoId) {
            m_uncut.push_back(id);
        }
    }
}

void PieceList::sumUp()
{
    const Assembly& assembly = *m_folder->assembly();
    for (std::size_t i = 0; i < size(); ++i) {
        const TensorPiece piece = (*this)[i];
        if (piece.file < m_files.size()) {
            File& file = m_files[piece.file];
            ++file.pieces;
            file.bytes += piece.bytes;
            file.state = piece.state == PieceState::CutOff ? PieceState::CutOff : file.state;
        }
    }
    for (const std::uint32_t key : assembly.storageOfBoxes) {
        m_brokenTensors += assembly.unreadable.contains(key) ? 1U : 0U;
    }
}

std::uint32_t PieceList::holderOf(std::size_t index) const
{
    const std::uint32_t file = fileOf(index);
    return file == kNoId ? kNoId : m_holderOfFile[file];
}

std::uint32_t PieceList::fileOf(std::size_t index) const
{
    const std::uint32_t file = index < m_cutPieces
                                   ? m_boxes->pieces()[index].file
                                   : m_fileOfSource[m_folder->storages()[m_uncut[index - m_cutPieces]].source];
    return file < m_files.size() ? file : kNoId;
}

TensorPiece PieceList::operator[](std::size_t index) const
{
    TensorPiece piece;
    piece.file = fileOf(index);
    StorageId storage = kNoId;
    std::uint64_t stored = 0;
    if (index < m_cutPieces) {
        const auto tensors = m_boxes->tensors();
        const auto next = std::ranges::upper_bound(tensors, index, {}, &Boxes::Tensor::firstPiece);
        const Boxes::Tensor& tensor = *std::prev(next);
        const auto cut = static_cast<std::size_t>(&tensor - tensors.data());
        const Boxes::Piece& found = m_boxes->pieces()[index];
        piece.name = m_boxes->nameOf(tensor);
        piece.origin = m_boxes->origin(tensor, found);
        piece.size = m_boxes->size(tensor, found);
        piece.offset = found.offset;
        piece.bytes = storageBytesFor(productOf(piece.size).value_or(0), tensor.dtype).value_or(0);
        stored = found.bytes;
        storage = m_storageOf[cut];
        const Assembly& assembly = *m_folder->assembly();
        const auto failure = assembly.unreadable.find(assembly.storageOfBoxes[cut]);
        piece.failure = failure == assembly.unreadable.end() ? nullptr : &failure->second;
    } else {
        storage = m_uncut[index - m_cutPieces];
        const Storage& whole = m_folder->storages()[storage];
        piece.offset = whole.offset;
        piece.bytes = stored = whole.bytes;
    }
    if (storage != kNoId && !m_folder->tensorsOf(storage).empty()) {
        const Tensor& shown = m_folder->tensors()[m_folder->tensorsOf(storage).front()];
        piece.entry = shown.entry;
        piece.size = piece.origin.empty() && index >= m_cutPieces ? m_folder->shape(shown) : piece.size;
    }
    if (piece.file == kNoId) {
        piece.state = PieceState::NoFile;
        return piece;
    }
    const FileSet::File& file = m_folder->assembly()->files->files()[piece.file];
    piece.state = checkpoint::stateOf(file);
    if (piece.state == PieceState::Whole && checkedAdd(piece.offset, stored).value_or(~std::uint64_t{0}) > file.bytes) {
        piece.state = PieceState::CutOff;
    }
    if (piece.state == PieceState::Whole && piece.failure != nullptr) {
        piece.state = PieceState::Unplaced;
    }
    return piece;
}

PieceList::Range PieceList::piecesOf(const Tensor& tensor) const
{
    if (tensor.storage == kNoId || m_folder->assembly() == nullptr) {
        return {};
    }
    if (const std::uint32_t cut = cutTensorOf(*m_folder, tensor.storage); cut != kNoId) {
        return {.first = m_boxes->tensors()[cut].firstPiece, .count = m_boxes->tensors()[cut].pieces};
    }
    const auto uncut = std::ranges::lower_bound(m_uncut, tensor.storage);
    const bool isThere = uncut != m_uncut.end() && *uncut == tensor.storage;
    return {.first = m_cutPieces + static_cast<std::size_t>(uncut - m_uncut.begin()), .count = isThere ? 1U : 0U};
}

bool PieceList::isWhole(const Tensor& tensor) const
{
    if (m_folder->assembly() == nullptr || tensor.storage == kNoId || m_folder->logicalBytes(tensor) == 0) {
        return true;
    }
    if (m_folder->storages()[tensor.storage].source == kNoId) {
        return false;
    }
    const Range own = piecesOf(tensor);
    return own.count != 1 || (*this)[own.first].state == PieceState::Whole;
}

} // namespace cairn::checkpoint
