#include "core/checkpoint/folders/cut_safetensors.h"

#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pieces/assembled_rows.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/checkpoint/pieces/pieced_tensors.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/tensor_pickle.h"
#include "core/formats/safetensors/sharding_info.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

namespace {

using formats::SafetensorsHeader;
using formats::SafetensorsTensor;

constexpr std::uint32_t kMostTold = 100; ///< of issues of one kind

/// What one file says.
struct CutFile {
    SafetensorsHeader header;
    std::vector<std::int64_t> origins; ///< laid out as the sizes in the header
};

/// One of the pieces in a file.
struct FilePiece {
    std::uint32_t file = 0;
    std::uint32_t tensor = 0;
};

/// A tensor that was put together.
struct WholeTensor {
    std::string_view name;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::vector<std::int64_t> shape;
    std::uint32_t key = 0; ///< of its storage
};

/// Reads one folder.
class CutSafetensorsReader {
public:
    CutSafetensorsReader(const std::string& folder, const FolderGuess& guess, const Progress* progress)
        : m_names(guess.files), m_guess(guess), m_progress(progress)
    {
        m_assembly->files = std::make_shared<const FileSet>(folder, m_names);
        m_builder = std::make_unique<CheckpointBuilder>(folder, Format::CutSafetensors, m_assembly->files->bytes());
    }

    [[nodiscard]] Result<CheckpointPtr> read();

private:
    [[nodiscard]] Result<CutFile> readFile(std::uint32_t file) const;
    [[nodiscard]] Result<void> readFiles();
    void placeTensors();
    void placeTensor(PiecedTensors& tensors, std::span<const FilePiece> pieces);
    void writePickle();
    void tellCopy(const FilePiece& first, const FilePiece& copy);
    void tellMissing();
    void tellOthers();

    [[nodiscard]] const SafetensorsTensor& tensorOf(const FilePiece& piece) const
    {
        return m_files[piece.file].header.tensors[piece.tensor];
    }
    [[nodiscard]] std::string_view nameOf(const FilePiece& piece) const
    {
        return m_files[piece.file].header.name(tensorOf(piece));
    }
    [[nodiscard]] Boxes::Sizes origin(const FilePiece& piece) const
    {
        return std::span(m_files[piece.file].origins).subspan(tensorOf(piece).dims, tensorOf(piece).rank);
    }
    [[nodiscard]] Boxes::Sizes size(const FilePiece& piece) const
    {
        return m_files[piece.file].header.shape(tensorOf(piece));
    }

    std::vector<std::string> m_names;
    const FolderGuess& m_guess;
    const Progress* m_progress;
    std::shared_ptr<Assembly> m_assembly = std::make_shared<Assembly>();
    std::unique_ptr<CheckpointBuilder> m_builder;
    std::vector<CutFile> m_files; ///< by number; those that cannot be read have no tensors
    std::vector<FilePiece> m_pieces;
    std::vector<WholeTensor> m_tensors;
    std::uint32_t m_copies = 0; ///< pieces that an earlier file has, too
};

Result<CutFile> CutSafetensorsReader::readFile(std::uint32_t file) const
{
    CAIRN_ASSIGN(source, m_assembly->files->open(file));
    CutFile found;
    CAIRN_ASSIGN(header, formats::readSafetensors(*source));
    found.header = std::move(header);
    if (formats::shardingText(found.header) == nullptr) {
        return fail(ErrorCode::PieceBroken, message("it does not say where its tensors belong"));
    }
    CAIRN_ASSIGN(origins, formats::readOrigins(found.header));
    found.origins = std::move(origins);
    found.header.metadata = {}; // it is as large as the rest
    SafetensorsHeader& own = found.header;
    for (const SafetensorsTensor& tensor : own.tensors) {
        if (!formats::toTorchShape(tensor.dtype, std::span(own.dims).subspan(tensor.dims, tensor.rank))) {
            return fail(ErrorCode::PieceBroken,
                        message("%1 has an odd number of half-byte values in a row", inQuotes(own.name(tensor))));
        }
    }
    return found;
}

/// A file that is broken is an issue, and its pieces are missing.
Result<void> CutSafetensorsReader::readFiles()
{
    constexpr std::size_t mostPieces = 20'000'000;
    std::optional<Error> first;
    for (std::uint32_t file = 0; file < m_names.size(); ++file) {
        CAIRN_TRY(checkStop(m_progress));
        auto read = readFile(file);
        if (!read) {
            const Error failure = std::move(read).error();
            m_builder->addIssue({ErrorCode::ShardBroken, Severity::Error, failure.inFull(), m_names[file]});
            first = first ? std::move(first) : std::optional(failure);
            m_files.emplace_back();
            continue;
        }
        for (std::uint32_t i = 0; i < read->header.tensors.size(); ++i) {
            m_pieces.push_back({file, i});
        }
        if (m_pieces.size() > mostPieces) {
            return fail(error(ErrorCode::LimitExceeded,
                              message("its files have over %1 pieces, more than are read", groupedDigits(mostPieces)))
                            .fix(message("Do not trust this folder")));
        }
        m_files.push_back(std::move(*read));
    }
    if (m_pieces.empty() && first) {
        return fail(std::move(*first));
    }
    if (first) {
        m_builder->addIssue(ErrorCode::PieceBroken, Severity::Error,
                            message("tensors may be larger than they are shown: a file with pieces cannot be read"));
    }
    return {};
}

/// Pieces of one tensor have the same name. Tensors come in the order in which the files first have them.
void CutSafetensorsReader::placeTensors()
{
    std::vector<std::uint32_t> byName(m_pieces.size());
    for (std::uint32_t i = 0; i < byName.size(); ++i) {
        byName[i] = i;
    }
    stableSort(byName, [&](std::uint32_t a, std::uint32_t b) { return nameOf(m_pieces[a]) < nameOf(m_pieces[b]); });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> groups; ///< where each begins and ends
    for (std::uint32_t begin = 0; begin < byName.size();) {
        std::uint32_t end = begin + 1;
        while (end < byName.size() && nameOf(m_pieces[byName[end]]) == nameOf(m_pieces[byName[begin]])) {
            ++end;
        }
        groups.emplace_back(begin, end);
        begin = end;
    }
    std::ranges::sort(groups, {}, [&](const auto& group) { return byName[group.first]; });
    PiecedTensors tensors(*m_assembly);
    tensors.reserve(m_pieces.size());
    std::vector<FilePiece> own;
    for (const auto& [begin, end] : groups) {
        own.clear();
        for (std::uint32_t i = begin; i < end; ++i) {
            own.push_back(m_pieces[byName[i]]);
        }
        placeTensor(tensors, own);
    }
    tensors.finishAll();
}

void CutSafetensorsReader::tellCopy(const FilePiece& first, const FilePiece& copy)
{
    const bool isEmpty = tensorOf(copy).begin == tensorOf(copy).end;
    if (!isEmpty && m_copies++ < kMostTold) {
        m_builder->addIssue({ErrorCode::ShardTensor, Severity::Warning,
                             message("the same piece of it is in %1 and in %2; that of the first is taken",
                                     inQuotes(m_names[first.file]), inQuotes(m_names[copy.file])),
                             std::string(nameOf(first))});
    }
}

void CutSafetensorsReader::placeTensor(PiecedTensors& tensors, std::span<const FilePiece> pieces)
{
    const SafetensorsTensor& first = tensorOf(pieces.front());
    WholeTensor whole{.name = nameOf(pieces.front()), .dtype = first.dtype, .shape = {}, .key = 0};
    whole.shape.assign(first.rank, 0);
    std::optional<Error> failure;
    if (const auto& dtype = formats::dtypeInfo(first.dtype); dtype.bits != 8 * dtype.storageBytes) {
        failure = error(
            ErrorCode::PieceBroken,
            message("elements of its dtype %1 are no whole bytes, so its pieces are not put together", dtype.name));
    }
    std::vector<FilePiece> own;
    for (const FilePiece& piece : pieces) {
        if (tensorOf(piece).dtype != first.dtype || tensorOf(piece).rank != first.rank) {
            failure = error(ErrorCode::PieceBroken, message("files do not agree on its dtype and dimensions, %1 among "
                                                            "them",
                                                            inQuotes(m_names[piece.file])));
            continue;
        }
        for (std::size_t i = 0; i < first.rank; ++i) {
            whole.shape[i] = std::max(whole.shape[i], origin(piece)[i] + size(piece)[i]);
        }
        own.push_back(piece);
    }
    // What several ranks have is in one file, as torch writes it. Where it is in more, one may be of an earlier run.
    const auto comesBefore = [&](const FilePiece& a, const FilePiece& b) {
        const auto order = std::lexicographical_compare_three_way(origin(a).begin(), origin(a).end(), origin(b).begin(),
                                                                  origin(b).end());
        return order != 0 ? order < 0 : std::ranges::lexicographical_compare(size(a), size(b));
    };
    stableSort(own, comesBefore);
    tensors.begin(whole.dtype, whole.shape, whole.name);
    const FilePiece* last = nullptr;
    for (const FilePiece& piece : own) {
        const SafetensorsTensor& tensor = tensorOf(piece);
        if (last != nullptr && !comesBefore(*last, piece)) {
            tellCopy(*last, piece);
            continue;
        }
        last = &piece;
        tensors.add({.offset = m_files[piece.file].header.dataOffset + tensor.begin,
                     .bytes = tensor.end - tensor.begin,
                     .file = piece.file},
                    origin(piece), size(piece));
    }
    whole.key = tensors.finish(std::move(failure));
    m_tensors.push_back(std::move(whole));
}

void CutSafetensorsReader::writePickle()
{
    formats::PickleWriter pickle;
    pickle.emptyDict();
    formats::PickleBatches pairs(pickle, formats::PickleOp::SetItems);
    for (const WholeTensor& tensor : m_tensors) {
        pairs.item();
        pickle.text(tensor.name);
        const auto elements = productOf(tensor.shape);
        const auto bytes = elements ? storageBytesFor(*elements, tensor.dtype) : std::nullopt;
        formats::writeTensor(pickle, {.dtype = tensor.dtype,
                                      .sizes = tensor.shape,
                                      .bytes = bytes.value_or(0),
                                      .key = std::to_string(tensor.key),
                                      .tag = "cpu"});
    }
    pairs.close();
    m_assembly->pickle = pickle.finish();
}

/// torch reads all files of safetensors that are in the folder.
void CutSafetensorsReader::tellOthers()
{
    for (const std::string& name : m_guess.others) {
        m_builder->addIssue({ErrorCode::ShardTensor, Severity::Warning,
                             message("it does not say where its tensors belong, so it is left out; torch reads it with "
                                     "the others, and takes its tensors for whole"),
                             name});
    }
}

/// A rank that has nothing to write has no file, so one that is missing need not be lost: what is lost with it shows as
/// gaps in tensors, unless it was the end of them.
void CutSafetensorsReader::tellMissing()
{
    std::set<std::uint32_t> there;
    for (const std::string& name : m_names) {
        if (const auto rank = rankOfFile(name)) {
            there.insert(*rank);
        }
    }
    std::uint32_t told = 0;
    for (std::uint32_t rank = 0; !there.empty() && rank < *there.rbegin() && told < kMostTold; ++rank) {
        if (!there.contains(rank)) {
            ++told;
            m_builder->addIssue({ErrorCode::ShardTensor, Severity::Info,
                                 message("there is no file of this rank: it had nothing to write, or its file is lost"),
                                 "rank " + std::to_string(rank)});
        }
    }
}

Result<CheckpointPtr> CutSafetensorsReader::read()
{
    CAIRN_TRY(readFiles());
    tellMissing();
    tellOthers();
    placeTensors();
    writePickle();
    DocumentSet documents(*m_builder, m_progress);
    CAIRN_TRY(addAssembledRows(*m_assembly, *m_builder, documents, m_progress));
    m_builder->addFact(message("saved by"), folderKindName(m_guess));
    m_builder->addFact(message("pieces"), message("%1 in %2", groupedDigits(m_assembly->boxes->boxes().pieces().size()),
                                                  countOf(m_names.size(), "file")));
    m_builder->addFact(message("shapes"), message("as far as the pieces reach, as the files do not say them"),
                       FactKey::Shapes);
    m_builder->setAssembly(m_assembly);
    return m_builder->finish();
}

} // namespace

Result<CheckpointPtr> readCutSafetensors(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    return CutSafetensorsReader(folder, guess, progress).read();
}

} // namespace cairn::checkpoint
