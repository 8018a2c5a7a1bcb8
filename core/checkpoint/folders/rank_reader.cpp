#include "core/checkpoint/folders/rank_reader.h"

#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/member_file.h"
#include "core/checkpoint/folders/rank_parts.h"
#include "core/checkpoint/folders/saved_values.h"
#include "core/checkpoint/pieces/assembled_rows.h"
#include "core/checkpoint/pieces/pieced_tensors.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/formats/pickle/graph_edit.h"
#include "core/formats/pickle/repickle.h"
#include "core/formats/pickle/tensor_pickle.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

namespace {

using formats::NodeId;
using formats::NodeKind;

/// A part that was found in a file, by where its elements are.
struct FoundPart {
    RankPart box;
    std::uint32_t file = 0;
    PlainElements elements;
};

/// A tensor that is in parts.
struct PartedTensor {
    std::string name;
    EntryId row = kNoId; ///< in the first file
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::string tag;
    std::vector<std::int64_t> shape;
    std::vector<FoundPart> parts;
    std::optional<Error> failure;
};

/// The number that ends the name of a rank's file, before its extension.
std::uint64_t rankOf(std::string_view name)
{
    const std::string_view stem = name.substr(0, name.rfind('.'));
    const std::string_view digits = stem.substr(stem.find_last_not_of("0123456789") + 1);
    std::uint64_t rank = 0;
    for (const char digit : digits.substr(0, 9)) {
        rank = rank * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return rank;
}

/// How many ranks there were: "world_size_8".
std::optional<std::uint64_t> worldSize(std::string_view name)
{
    constexpr std::string_view word = "world_size_";
    const std::size_t at = name.find(word);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = name.substr(at + word.size());
    return rankOf(rest.substr(0, rest.find_first_not_of("0123456789")));
}

/// The call that makes the tensor itself; a Parameter is wrapped around it.
NodeId callOf(const formats::PickleGraph& graph, const PickleDocument& document, NodeId node)
{
    constexpr int mostLayers = 8;
    for (int i = 0; i < mostLayers && graph.is(node, NodeKind::Call); ++i) {
        const Constructor made = document.constructor(graph.callable(node));
        const NodeId arguments = graph.arguments(node);
        const bool wraps = (made == Constructor::RebuildParameter || made == Constructor::RebuildParameterWithState) &&
                           graph.is(arguments, NodeKind::Tuple) && !graph.tuple(arguments).empty();
        if (!wraps) {
            break;
        }
        node = graph.tuple(arguments)[0];
    }
    return node;
}

class RankReader {
public:
    RankReader(std::string folder, const FolderGuess& guess, const Progress* progress)
        : m_folder(std::move(folder)), m_names(guess.files), m_others(guess.others), m_progress(progress)
    {
        m_assembly->files = std::make_shared<const FileSet>(m_folder, m_names);
        const std::string path = guess.set.empty() ? m_folder : m_folder + '/' + guess.set;
        m_builder = std::make_unique<CheckpointBuilder>(path, Format::RankFiles, m_assembly->files->bytes());
    }

    [[nodiscard]] Result<CheckpointPtr> read();

private:
    [[nodiscard]] Result<void> readFile(std::uint32_t file);
    void readTensor(const Checkpoint& from, const Tensor& tensor, std::uint32_t file);
    void readWholeTensors(const Checkpoint& from, const std::unordered_set<EntryId>& parted, std::uint32_t file);
    void tellLost(std::string name, Message why);
    void tellMissing();
    void placeTensors();
    [[nodiscard]] Result<void> writePickle();

    std::string m_folder;
    std::vector<std::string> m_names;
    std::vector<std::string> m_others; ///< sets that lie in the folder too
    const Progress* m_progress;
    std::shared_ptr<Assembly> m_assembly = std::make_shared<Assembly>();
    std::unique_ptr<CheckpointBuilder> m_builder;
    CheckpointPtr m_first; ///< the file whose values are taken
    std::uint32_t m_firstFile = 0;
    std::vector<PartedTensor> m_tensors;
    std::unordered_map<std::string, std::size_t> m_known;
    std::unordered_map<std::string, TensorId> m_whole; ///< tensors of the first file that are not in parts
    std::vector<std::uint32_t> m_keys;                 ///< of their storages
};

/// What is not among the rows, which are those of the first file, would be missing in a copy without a word.
void RankReader::tellLost(std::string name, Message why)
{
    m_builder->addIssue({ErrorCode::ShardTensor, Severity::Warning, std::move(why), std::move(name)});
}

void RankReader::readTensor(const Checkpoint& from, const Tensor& tensor, std::uint32_t file)
{
    std::string name = from.entryName(tensor.entry);
    const auto shape = from.shape(tensor);
    const auto [known, isNew] = m_known.emplace(name, m_tensors.size());
    if (isNew && file != m_firstFile) {
        m_known.erase(known);
        const bool isWhole = m_whole.contains(name);
        tellLost(std::move(name),
                 isWhole ? message("it is in parts in %1, and whole on the first rank", inQuotes(m_names[file]))
                         : message("%1 has it, and the first rank has not", inQuotes(m_names[file])));
        return;
    }
    if (isNew) {
        m_tensors.push_back({.name = std::move(name),
                             .row = tensor.entry,
                             .dtype = tensor.dtype,
                             .tag = {},
                             .shape = {shape.begin(), shape.end()},
                             .parts = {},
                             .failure = {}});
    }
    PartedTensor& whole = m_tensors[known->second];
    if (whole.failure) {
        return;
    }
    if (whole.dtype != tensor.dtype || !std::ranges::equal(whole.shape, shape)) {
        whole.failure =
            error(ErrorCode::PieceBroken,
                  message("ranks do not agree on its shape and dtype, %1 among them", inQuotes(m_names[file])));
        return;
    }
    auto parts = readRankParts(from, tensor);
    if (!parts) {
        whole.failure = std::move(parts).error();
        return;
    }
    for (RankPart& part : *parts) {
        const bool isThere = std::ranges::any_of(whole.parts, [&](const FoundPart& other) {
            return other.box.origin == part.origin && other.box.size == part.size;
        });
        if (whole.tag.empty() && part.tensor != kNoId) {
            whole.tag = from.deviceTag(from.tensors()[part.tensor].device);
        }
        if (isThere) {
            continue; // a copy, of which one is enough
        }
        auto elements = plainElements(from, from.tensors()[part.tensor], whole.dtype);
        if (!elements) {
            whole.failure = std::move(elements).error();
            return;
        }
        whole.parts.push_back({.box = std::move(part), .file = file, .elements = std::move(*elements)});
    }
}

Result<void> RankReader::readFile(std::uint32_t file)
{
    CAIRN_ASSIGN(opened, openMember(*m_assembly->files, file, m_names[file], *m_builder, m_progress));
    if (opened == nullptr) {
        return {};
    }
    const Checkpoint& from = *opened;
    if (m_first == nullptr) {
        m_first = opened;
        m_firstFile = file;
    }
    std::unordered_set<EntryId> parted;
    for (const Tensor& tensor : from.tensors()) {
        if (isInParts(from, tensor)) {
            readTensor(from, tensor, file);
            parted.insert(tensor.entry);
        }
    }
    readWholeTensors(from, parted, file);
    return {};
}

/// Of tensors that are not in parts each rank has its own, and those of the first are taken: they have to be alike.
void RankReader::readWholeTensors(const Checkpoint& from, const std::unordered_set<EntryId>& parted, std::uint32_t file)
{
    for (TensorId id = 0; id < from.tensors().size(); ++id) {
        const Tensor& tensor = from.tensors()[id];
        const auto path = from.pathTo(tensor.entry);
        if (std::ranges::any_of(path, [&](EntryId row) { return parted.contains(row); })) {
            continue; // a part
        }
        std::string name = from.entryName(tensor.entry);
        if (file == m_firstFile) {
            m_whole.emplace(std::move(name), id);
            continue;
        }
        const auto first = m_whole.find(name);
        if (const auto known = m_known.find(name); known != m_known.end()) {
            m_tensors[known->second].failure =
                error(ErrorCode::PieceBroken,
                      message("%1 has it whole, and other ranks have parts", inQuotes(m_names[file])));
        } else if (first == m_whole.end()) {
            tellLost(std::move(name), message("%1 has it, and the first rank has not", inQuotes(m_names[file])));
        } else if (const Tensor& other = m_first->tensors()[first->second];
                   other.dtype != tensor.dtype || !std::ranges::equal(m_first->shape(other), from.shape(tensor))) {
            tellLost(std::move(name),
                     message("ranks do not agree on its shape and dtype, %1 among them", inQuotes(m_names[file])));
        }
    }
}

/// Ranks go up from 0 without a gap; some writers tell in the names how many there were.
void RankReader::tellMissing()
{
    std::set<std::uint64_t> there;
    for (const std::string& name : m_names) {
        there.insert(rankOf(name));
    }
    const std::uint64_t count = worldSize(m_names.front()).value_or(there.empty() ? 0 : *there.rbegin() + 1);
    tellMissingRanks(*m_builder, there, count, [](std::uint64_t rank) { return "rank " + std::to_string(rank); });
}

void RankReader::placeTensors()
{
    PiecedTensors tensors(*m_assembly);
    for (PartedTensor& tensor : m_tensors) {
        tensors.begin(tensor.dtype, tensor.shape, tensor.name);
        for (const FoundPart& part : tensor.parts) {
            if (part.box.origin.size() == tensor.shape.size()) {
                tensors.add({.offset = part.elements.offset, .bytes = part.elements.bytes, .file = part.file},
                            part.box.origin, part.box.size, part.elements.strides);
            }
        }
        m_keys.push_back(tensors.finish(std::move(tensor.failure)));
    }
    tensors.finishAll();
}

/// That of the first file, with whole tensors in the places of their parts.
Result<void> RankReader::writePickle()
{
    CAIRN_ASSIGN(tree, PickledTree::read(*m_first, m_progress));
    const formats::PickleGraph& graph = tree->graph();
    FileSources sources(*m_assembly);
    SavedValueWriter values(*m_assembly, sources, *m_builder, m_progress);
    formats::GraphEdit edit(graph);
    CAIRN_TRY(values.moveStorages(*m_first, graph, 0, sources.of(m_firstFile), edit));
    auto& make = edit.make();
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const PartedTensor& tensor = m_tensors[i];
        const NodeId call = callOf(graph, tree->document(), tree->node(tensor.row));
        if (!graph.is(call, NodeKind::Call) || edit.resolve(call) != call) {
            continue; // the same object in another place
        }
        const Tensor& row = m_first->tensors()[m_first->entries()[tensor.row].payload];
        edit.replace(call,
                     formats::makeTensor(
                         make, {.dtype = tensor.dtype,
                                .sizes = tensor.shape,
                                .bytes = storageBytesFor(productOf(tensor.shape).value_or(0), tensor.dtype).value_or(0),
                                .key = std::to_string(m_keys[i]),
                                .tag = tensor.tag.empty() ? "cpu" : tensor.tag,
                                .requiresGrad = row.requiresGrad}));
    }
    CAIRN_ASSIGN(pickle, formats::repickle(edit, tree->document().source, m_progress));
    m_assembly->pickle = pickle;
    return {};
}

Result<CheckpointPtr> RankReader::read()
{
    for (std::uint32_t file = 0; file < m_names.size(); ++file) {
        CAIRN_TRY(readFile(file));
    }
    if (m_first == nullptr) {
        return fail(error(ErrorCode::ShardBroken, message("none of the files of the ranks can be opened"))
                        .fix(message("See why with `cairn-cli inspect` of one of them")));
    }
    tellMissing();
    if (m_tensors.empty() && m_names.size() > 1 && !m_whole.empty()) {
        tellLost({},
                 message("none of its tensors is in parts: each rank has its own, and those of the first are shown"));
    }
    placeTensors();
    CAIRN_TRY(writePickle());
    DocumentSet documents(*m_builder, m_progress);
    CAIRN_TRY(addAssembledRows(*m_assembly, *m_builder, documents, m_progress));
    documents.report();
    m_builder->addFact(message("saved by"), message("torch.save on %1", countOf(m_names.size(), "rank")));
    m_builder->addFact(message("pieces"), message("%1 in %2", groupedDigits(m_assembly->boxes->boxes().pieces().size()),
                                                  countOf(m_names.size(), "file")));
    if (!m_others.empty()) {
        constexpr std::size_t most = 4;
        m_builder->addFact(message("beside it"), message("%1: each opens by its name, as %2", listOf(m_others, most),
                                                         shellFile(m_folder + '/' + m_others.front())));
    }
    m_builder->setAssembly(m_assembly);
    return m_builder->finish();
}

} // namespace

Result<CheckpointPtr> readRankFiles(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    return RankReader(folder, guess, progress).read();
}

} // namespace cairn::checkpoint
