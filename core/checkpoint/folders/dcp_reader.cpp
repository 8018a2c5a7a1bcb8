#include "core/checkpoint/folders/dcp_reader.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/dcp_metadata.h"
#include "core/checkpoint/folders/saved_values.h"
#include "core/checkpoint/folders/stored_piece.h"
#include "core/checkpoint/folders/value_tree.h"
#include "core/checkpoint/pieces/assembled_rows.h"
#include "core/checkpoint/pieces/pieced_tensors.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/trust/harmless_names.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

namespace {

using Item = DcpMetadata::Item;

Error tooOften()
{
    return error(ErrorCode::LimitExceeded, message("the metadata names the same bytes of the files too often"))
        .fix(message("Do not trust this folder"));
}

/// A path that leads out of the folder, or to no file, is none that torch writes.
bool isInside(std::string_view path)
{
    if (path.empty() || path.starts_with('/') || path.contains('\0') || path.contains('\\')) {
        return false;
    }
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        begin = end + 1;
    }
    return true;
}

/// Reads one folder.
class DcpReader {
public:
    DcpReader(std::string folder, DcpMetadata metadata, std::uint64_t metadataBytes, const Progress* progress)
        : m_folder(std::move(folder)), m_metadata(std::move(metadata)), m_progress(progress)
    {
        std::vector<std::string> names;
        names.reserve(m_metadata.files.size());
        for (const std::string& name : m_metadata.files) {
            names.push_back(isInside(name) ? name : std::string());
        }
        m_assembly->files = std::make_shared<const FileSet>(m_folder, names);
        const std::uint64_t bytes = checkedAdd(m_assembly->files->bytes(), metadataBytes).value_or(metadataBytes);
        m_builder = std::make_unique<CheckpointBuilder>(m_folder, Format::Folder, bytes);
        m_room = checkedMultiply(bytes, std::uint64_t{2}).value_or(bytes);
    }

    [[nodiscard]] Result<CheckpointPtr> read(const FolderGuess& guess, std::span<const SourcePtr> metadata);

private:
    void placeTensors();
    [[nodiscard]] Result<void> placeTensor(const Item& item);
    [[nodiscard]] Result<void> checkPlace(const DcpMetadata::Place& place) const;
    /// Whether what is stored there is no more than the files have: the same bytes can be named again and again.
    [[nodiscard]] bool mayOpen(std::uint64_t bytes);
    [[nodiscard]] Result<void> writePickle();
    void markWhatWasNotRead();
    void judgePieces();
    void judgeReplicas();
    void addKnownNames();
    void judgeMetadata(DocumentSet& documents, const FolderGuess& guess, std::span<const SourcePtr> metadata);
    void reportFiles();
    void addFacts(const FolderGuess& guess);

    std::string m_folder;
    DcpMetadata m_metadata;
    const Progress* m_progress;
    std::shared_ptr<Assembly> m_assembly = std::make_shared<Assembly>();
    std::unique_ptr<CheckpointBuilder> m_builder;
    std::vector<std::uint32_t> m_keys;                           ///< of storages, by item
    std::uint64_t m_room = 0;                                    ///< bytes of pickles that may still be opened
    bool m_hasSafetensors = false;                               ///< among the pieces
    std::unordered_map<std::string, std::string_view> m_notRead; ///< values by their names, and what became of them
};

Result<void> DcpReader::checkPlace(const DcpMetadata::Place& place) const
{
    if (place.file == DcpMetadata::kNone) {
        return fail(ErrorCode::PieceGap, message("the metadata does not say where a piece of it is"));
    }
    const FileSet::File& file = m_assembly->files->files()[place.file];
    const std::string name = inQuotes(m_metadata.files[place.file]);
    if (!file.problem.empty()) {
        return fail(file.isMissing ? ErrorCode::ShardMissing : ErrorCode::ShardBroken,
                    file.isMissing ? message("the file %1 with a part of it is missing", name)
                                   : message("the file %1 with a part of it cannot be read: %2", name, file.problem));
    }
    const auto end = checkedAdd(place.offset, place.bytes);
    if (!end || *end > file.bytes) {
        return fail(ErrorCode::ShardBroken,
                    end ? message("the file %1 ends at byte %2, and a part of it should reach to byte %3", name,
                                  groupedDigits(file.bytes), groupedDigits(*end))
                        : message("the file %1 ends at byte %2, and a part of it should reach to byte 2^64", name,
                                  groupedDigits(file.bytes)));
    }
    if (place.packed != DcpMetadata::kNone) {
        return fail(ErrorCode::PiecePacked, message("its values are packed with %1, which cannot be unpacked here",
                                                    m_metadata.texts[place.packed]));
    }
    return {};
}

bool DcpReader::mayOpen(std::uint64_t bytes)
{
    const bool fits = bytes <= m_room;
    m_room -= fits ? bytes : 0;
    return fits;
}

Result<void> DcpReader::placeTensor(const Item& item)
{
    if (item.dtype == formats::Dtype::Unknown) {
        return fail(ErrorCode::PieceBroken, message("its dtype %1 is not known", inQuotes(item.dtypeName)));
    }
    for (const DcpMetadata::Piece& piece : std::span(m_metadata.pieces).subspan(item.firstPiece, item.pieces)) {
        CAIRN_TRY(checkPlace(piece.place));
    }
    return {};
}

void DcpReader::placeTensors()
{
    PiecedTensors tensors(*m_assembly);
    tensors.reserve(m_metadata.pieces.size());
    for (const Item& item : m_metadata.items) {
        if (!item.isTensor) {
            m_keys.push_back(kNoId);
            continue;
        }
        auto placed = placeTensor(item);
        tensors.begin(item.dtype, item.shape, item.name);
        for (const DcpMetadata::Piece& piece : std::span(m_metadata.pieces).subspan(item.firstPiece, item.pieces)) {
            const auto box = std::span(m_metadata.numbers).subspan(piece.box, 2 * item.shape.size());
            tensors.add({.offset = piece.place.offset,
                         .bytes = piece.place.bytes,
                         .file = piece.place.file,
                         .form = Boxes::Form::Stored},
                        box.first(item.shape.size()), box.last(item.shape.size()));
        }
        m_keys.push_back(tensors.finish(placed ? std::nullopt : std::optional(std::move(placed).error())));
    }
    m_metadata.pieces = {};
    m_metadata.numbers = {};
    tensors.finishAll(
        [files = m_assembly->files](const Boxes& all, const Boxes::Tensor& tensor, const Boxes::Piece& piece) {
            return placeStoredPiece(all, tensor, piece, files);
        });
}

Result<void> DcpReader::writePickle()
{
    FileSources sources(*m_assembly);
    SavedValueWriter values(*m_assembly, sources, *m_builder, m_progress);
    ValueTree tree;
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < m_metadata.items.size(); ++i) {
        Item& item = m_metadata.items[i];
        const std::array<ValueTree::Step, 1> flat = {ValueTree::Step{item.name, std::nullopt}};
        if (!tree.add(item.path.empty() ? std::span<const ValueTree::Step>(flat) : item.path, i)) {
            const bool isShown = tree.add(flat, i);
            m_builder->addIssue({ErrorCode::PickleDuplicateKey, Severity::Error,
                                 isShown
                                     ? message("its way leads into another value, so it is shown under its whole name")
                                     : message("two values have the same place, and one of them is not shown"),
                                 item.name});
        }
        item.path = {};
    }
    formats::PickleWriter pickle;
    CAIRN_TRY(tree.write(pickle, [&](std::uint32_t index) -> Result<void> {
        const Item& item = m_metadata.items[index];
        if (item.isTensor) {
            const auto elements = productOf(item.shape);
            const auto bytes = elements ? storageBytesFor(*elements, item.dtype) : std::nullopt;
            const bool canTrain = formats::dtypeInfo(item.dtype).storageClass.empty() ? false : item.requiresGrad;
            formats::writeTensor(pickle, {.dtype = item.dtype,
                                          .sizes = item.shape,
                                          .bytes = bytes.value_or(0),
                                          .key = std::to_string(m_keys[index]),
                                          .tag = "cpu",
                                          .requiresGrad = canTrain});
            return {};
        }
        auto failure = checkPlace(item.place);
        if (failure) {
            if (!mayOpen(item.place.bytes)) {
                return fail(tooOften());
            }
            auto opened = values.open({item.place.file, item.place.offset, item.place.bytes});
            if (opened) {
                failure = values.write(pickle, *opened);
                if (failure) {
                    return {};
                }
            } else {
                failure = fail(std::move(opened).error());
            }
        }
        if (failure.error().code == ErrorCode::Cancelled || failure.error().code == ErrorCode::Internal) {
            return failure;
        }
        const bool isMissing = failure.error().code == ErrorCode::ShardMissing;
        m_notRead.emplace(item.name, isMissing ? "missing" : "unreadable");
        if (isMissing) { // and torch has nothing to run either
            m_builder->addIssue({failure.error().code, Severity::Error, failure.error().inFull(), item.name});
        } else {
            m_builder->addUnread(failure.error(), item.name);
        }
        pickle.none();
        return {};
    }));
    m_assembly->pickle = pickle.finish();
    return {};
}

/// In the pickle they are None, which is a value that they may not have.
void DcpReader::markWhatWasNotRead()
{
    for (EntryId id = 0; id < m_builder->entryCount() && !m_notRead.empty(); ++id) {
        Entry& entry = m_builder->entry(id);
        if (entry.kind != EntryKind::Value || entry.valueKind != ValueKind::None) {
            continue;
        }
        if (const auto found = m_notRead.find(m_builder->current().entryName(id)); found != m_notRead.end()) {
            entry.valueKind = ValueKind::Literal;
            entry.type = m_builder->type("unknown");
            entry.payload = m_builder->text(found->second);
        }
    }
}

/// torch unpickles the pieces too. Their pickles are small and all alike, but anybody could have written them.
void DcpReader::judgePieces()
{
    const Boxes& boxes = m_assembly->boxes->boxes();
    constexpr std::size_t mostPieces = 20'000; // opening each takes as long as a short text takes to read
    std::size_t seen = 0;
    std::size_t unseen = 0;
    for (std::size_t i = 0; i < boxes.tensors().size(); ++i) {
        const Boxes::Tensor& tensor = boxes.tensors()[i];
        const auto problem = m_assembly->unreadable.find(m_assembly->storageOfBoxes[i]);
        const bool isPacked = problem != m_assembly->unreadable.end() && problem->second.code == ErrorCode::PiecePacked;
        for (const Boxes::Piece& piece : boxes.piecesOf(tensor)) {
            if (piece.file == DcpMetadata::kNone || !m_assembly->files->files()[piece.file].problem.empty()) {
                continue; // there is nothing, or reportFiles() has told of it
            }
            if (isPacked || seen == mostPieces || !mayOpen(piece.bytes)) {
                ++unseen;
                continue;
            }
            ++seen;
            const auto opened = openPieceFile(piece, m_assembly->files);
            if (!opened) {
                m_builder->addUnread(opened.error(), std::string(boxes.nameOf(tensor)));
                continue;
            }
            m_builder->addJudgement(**opened);
            m_hasSafetensors = m_hasSafetensors || (*opened)->traits().hasOnlyTensors;
        }
    }
    if (unseen != 0) {
        m_builder->addTrustFinding({Trust::RunsCode, verbatim(countOf(unseen, "piece")),
                                    phrase("Each has a pickle of its own, and these were not looked at")});
    }
}

/// What is shown is of the first rank that has it, and each of the others loads its own.
void DcpReader::judgeReplicas()
{
    std::size_t unseen = 0;
    FileSources sources(*m_assembly);
    SavedValueWriter values(*m_assembly, sources, *m_builder, m_progress);
    for (const DcpMetadata::Place& place : m_metadata.replicas) {
        if (auto placed = checkPlace(place); !placed) {
            unseen += placed.error().code == ErrorCode::ShardMissing ? 0U : 1U; // of that there is nothing to load
            continue;
        }
        if (!mayOpen(place.bytes)) {
            ++unseen;
            continue;
        }
        const auto opened = values.open({place.file, place.offset, place.bytes}); // which judges it
        if (!opened) {
            m_builder->addUnread(opened.error(), m_metadata.files[place.file]);
        }
    }
    if (unseen != 0) {
        m_builder->addTrustFinding({Trust::RunsCode, message("%1 of other ranks", countOf(unseen, "value")),
                                    phrase("Each rank unpickles its own, and these were not looked at")});
    }
}

/// Of metadata that is too large to be decoded for this alone.
void DcpReader::addKnownNames()
{
    for (const DcpMetadata::Name& global : m_metadata.globals) {
        const std::size_t dot = global.name.rfind('.');
        const std::string module = global.name.substr(0, dot);
        const std::string name = global.name.substr(dot + 1);
        m_builder->addGlobal(globalUse(global.name, global.mentions, weightsOnlyVerdict(module, name),
                                       whyHarmless(module, name).empty() ? Trust::RunsCode : Trust::DataOnly));
    }
}

void DcpReader::judgeMetadata(DocumentSet& documents, const FolderGuess& guess, std::span<const SourcePtr> metadata)
{
    constexpr std::uint64_t small = 8 << 20;
    for (std::size_t i = 0; i < metadata.size(); ++i) {
        if (m_metadata.isPlain && metadata[i]->sizeBytes() > small) {
            addKnownNames(); // all that it names and calls
            continue;
        }
        auto graph = decodeWithin(*m_builder->budget(), metadata[i], 0, m_progress);
        if (graph) {
            auto document = std::make_unique<PickleDocument>(std::move(*graph), metadata[i], guess.files[i]);
            document->isOfKnownFolder = true;
            (void)documents.add(std::move(document));
        } else {
            m_builder->addUnread(graph.error(), guess.files[i]);
        }
    }
}

void DcpReader::reportFiles()
{
    for (const Message& text : m_metadata.problems) {
        m_builder->addIssue(
            {ErrorCode::PieceBroken, Severity::Error, message("the metadata is damaged: %1", text), {}});
    }
    if (m_metadata.moreProblems != 0) {
        m_builder->addIssue(ErrorCode::PieceBroken, Severity::Error,
                            message("the metadata has %1", countOf(m_metadata.moreProblems, "more fault")));
    }
    if (!m_metadata.problems.empty()) {
        m_builder->addTrustFinding(
            {Trust::Dangerous, phrase("the metadata"),
             phrase("It was not understood as a whole, and torch may run what it says is somewhere")});
    }
    const auto files = m_assembly->files->files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!isInside(m_metadata.files[i])) {
            m_builder->addIssue({ErrorCode::ShardBroken, Severity::Error,
                                 message("the metadata names a file that is not in the folder, and it is not opened"),
                                 m_metadata.files[i]});
            m_builder->addTrustFinding({Trust::Dangerous, message("what is in %1", m_metadata.files[i]),
                                        phrase("It is not in the folder and was not read, and torch may run it")});
        } else if (files[i].isMissing) {
            m_builder->addIssue(
                {ErrorCode::ShardMissing, Severity::Error, message("the file is missing"), m_metadata.files[i]});
        } else if (!files[i].problem.empty()) {
            m_builder->addUnread(
                error(ErrorCode::ShardBroken, message("the file cannot be read: %1", files[i].problem)),
                m_metadata.files[i]);
        }
    }
}

void DcpReader::addFacts(const FolderGuess& guess)
{
    const Boxes& boxes = m_assembly->boxes->boxes();
    m_builder->addFact(message("saved by"), folderKindName(guess));
    m_builder->addFact(message("pieces"), message("%1 in %2", groupedDigits(boxes.pieces().size()),
                                                  countOf(m_assembly->files->files().size(), "file")));
    if (guess.kind == FolderKind::DcpByRank && guess.files.size() > 1) {
        m_builder->addFact(message("metadata files"), verbatim(groupedDigits(guess.files.size())),
                           FactKey::OwnMetadata);
    }
    if (m_hasSafetensors) {
        m_builder->addFact(message("format of the pieces"), verbatim("safetensors"), FactKey::PieceFormat);
    }
    if (!m_metadata.savedTo.empty()) {
        m_builder->addFact(message("saved to"), verbatim(m_metadata.savedTo));
    }
    if (!m_metadata.version.empty()) {
        m_builder->addFact(message("metadata version"), verbatim(m_metadata.version));
    }
}

Result<CheckpointPtr> DcpReader::read(const FolderGuess& guess, std::span<const SourcePtr> metadata)
{
    if (guess.hasTwoReadings) {
        m_builder->setAmbiguous();
    }
    reportFiles();
    placeTensors();
    CAIRN_TRY(writePickle());
    DocumentSet documents(*m_builder, m_progress);
    CAIRN_TRY(addAssembledRows(*m_assembly, *m_builder, documents, m_progress));
    markWhatWasNotRead();
    judgeMetadata(documents, guess, metadata);
    documents.report();
    judgePieces();
    judgeReplicas();
    addFacts(guess);
    m_builder->setAssembly(m_assembly);
    return m_builder->finish();
}

} // namespace

Result<CheckpointPtr> readDcp(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    std::vector<SourcePtr> sources;
    std::uint64_t bytes = 0;
    for (const std::string& file : guess.files) {
        CAIRN_ASSIGN(source, FileSource::openNamed(folder, file));
        bytes += source->sizeBytes();
        sources.push_back(source);
    }
    auto metadata = readDcpMetadata(sources, progress);
    if (!metadata) {
        return fail(std::move(metadata).error().in(guess.files.front()));
    }
    return DcpReader(folder, std::move(*metadata), bytes, progress).read(guess, sources);
}

} // namespace cairn::checkpoint
