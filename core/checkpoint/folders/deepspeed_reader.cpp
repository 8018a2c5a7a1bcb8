#include "core/checkpoint/folders/deepspeed_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/deepspeed_files.h"
#include "core/checkpoint/folders/deepspeed_pickle.h"
#include "core/checkpoint/folders/deepspeed_state.h"
#include "core/checkpoint/folders/deepspeed_universal.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/folders/member_file.h"
#include "core/checkpoint/pieces/assembled_rows.h"
#include "core/checkpoint/tree/document_set.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cairn::checkpoint {

namespace {

class DeepSpeedReader {
public:
    DeepSpeedReader(std::string folder, const FolderGuess& guess, const Progress* progress)
        : m_folder(std::move(folder)), m_inside(guess.inside), m_names(guess.files), m_progress(progress)
    {
        m_universal = universalFiles(m_folder, m_inside);
        std::erase_if(m_names, [this](const std::string& path) { return !isRead(path); });
        m_firstUniversal = static_cast<std::uint32_t>(m_names.size());
        m_names.insert(m_names.end(), m_universal.begin(), m_universal.end());
        m_assembly->files = std::make_shared<const FileSet>(m_folder, m_names);
        m_builder = std::make_unique<CheckpointBuilder>(m_folder, Format::DeepSpeed, m_assembly->files->bytes());
    }

    [[nodiscard]] Result<CheckpointPtr> read();

private:
    /// Of the others nothing is asked, as of the partitions where a universal checkpoint lies beside them. They are
    /// judged like all that lies in the folder.
    [[nodiscard]] bool isRead(const std::string& path) const
    {
        const auto name = deepSpeedName(path);
        return name && (m_universal.empty() || name->kind != DeepSpeedName::Kind::Partition);
    }
    [[nodiscard]] Result<void> refuseCutModels() const;
    [[nodiscard]] Result<void> readModels();
    void readShapes();
    [[nodiscard]] Result<void> readPartitions();
    [[nodiscard]] Result<void> readSettings();
    void tellMissing(std::string_view what, bool isModel);
    void joinFrozen(StateBuilder& state);
    [[nodiscard]] Result<void> joinStates();
    void addFacts();

    std::string m_folder;
    std::string m_inside;
    std::vector<std::string> m_names;
    const Progress* m_progress;
    std::vector<std::string> m_universal;
    std::uint32_t m_firstUniversal = 0;
    std::shared_ptr<Assembly> m_assembly = std::make_shared<Assembly>();
    std::unique_ptr<CheckpointBuilder> m_builder;

    /// A parameter that was not trained, of which each rank of stage 3 has a part.
    struct Frozen {
        ZeroParameter parameter;
        std::vector<std::optional<ZeroVector>> parts; ///< by rank
    };

    OpenedFile m_model; ///< the file whose values are taken
    OpenedFile m_optimizer;
    bool m_cutsParameters = false; ///< as stage 3 does
    std::uint64_t m_ranks = 0;
    std::optional<std::int64_t> m_stage;
    std::vector<ZeroGroup> m_groups;
    std::vector<Frozen> m_frozen;
    std::vector<std::optional<ZeroPartition>> m_partitions; ///< by rank
    StateByName m_states;
};

/// Parts of a model on several ranks go together by rules that no file of it has.
Result<void> DeepSpeedReader::refuseCutModels() const
{
    std::set<std::uint64_t> modelRanks;
    for (const std::string& path : m_names) {
        const auto name = deepSpeedName(path);
        if (!name) {
            continue;
        }
        if (name->kind == DeepSpeedName::Kind::Expert || name->kind == DeepSpeedName::Kind::Layer) {
            return fail(
                error(ErrorCode::Unsupported, name->kind == DeepSpeedName::Kind::Expert
                                                  ? message("its experts lie in files of their own")
                                                  : message("its model was trained in a pipeline"))
                    .because(message("How such files go together is known to the program that wrote them alone"))
                    .fix(message("Make a universal checkpoint of it with DeepSpeed's ds_to_universal.py: "
                                 "that opens here. Each file opens by itself, too")));
        }
        modelRanks.insert(name->modelRank);
    }
    if (modelRanks.size() > 1 && m_universal.empty()) {
        return fail(error(ErrorCode::Unsupported, message("its model is cut between %1 (tensor or pipeline parallel)",
                                                          countOf(modelRanks.size(), "rank")))
                        .because(message("How the parts go together is known to the program that wrote them alone"))
                        .fix(message("Make a universal checkpoint of it with DeepSpeed's ds_to_universal.py: that "
                                     "opens here. Each file opens by itself, too")));
    }
    return {};
}

Result<void> DeepSpeedReader::readModels()
{
    for (std::uint32_t file = 0; file < m_firstUniversal; ++file) {
        const DeepSpeedName name = deepSpeedName(m_names[file]).value_or(DeepSpeedName());
        if (name.kind != DeepSpeedName::Kind::Model && name.kind != DeepSpeedName::Kind::RankModel) {
            continue;
        }
        m_cutsParameters = m_cutsParameters || (name.kind == DeepSpeedName::Kind::RankModel && m_universal.empty());
        CAIRN_ASSIGN(opened, openMember(*m_assembly->files, file, m_names[file], *m_builder, m_progress));
        if (opened == nullptr) {
            continue;
        }
        if (m_model.file == nullptr) {
            m_model = {opened, file};
            readShapes();
        }
        const FileRows rows(*opened);
        const EntryId fragments = rows.child(0, "frozen_param_fragments");
        for (Frozen& frozen : m_frozen) {
            const Tensor* part = m_cutsParameters ? rows.tensor(rows.child(fragments, frozen.parameter.name)) : nullptr;
            const auto elements =
                part == nullptr ? Result<PlainElements>() : plainElements(*opened, *part, part->dtype);
            if (part != nullptr && elements && name.rank < m_ranks && opened->shape(*part).size() == 1) {
                frozen.parts[name.rank] = {.file = file,
                                           .offset = elements->offset,
                                           .count = opened->elementCount(*part),
                                           .dtype = part->dtype};
            }
        }
    }
    if (m_model.file == nullptr) {
        return fail(error(ErrorCode::ShardMissing, message("no file of the model can be opened"))
                        .because(message("The names and shapes of the weights are in *_model_states.pt"))
                        .fix(message("See why with `cairn-cli inspect` of one of them")));
    }
    return {};
}

/// Of the weights, in the order in which they lie in the vectors.
void DeepSpeedReader::readShapes()
{
    const FileRows rows(*m_model.file);
    constexpr std::int64_t mostRanks = 1 << 20;
    m_ranks = static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(rows.integer(rows.child(0, "dp_world_size")).value_or(0), 0, mostRanks));
    for (const std::string& path : m_names) {
        const auto name = deepSpeedName(path);
        if (m_ranks == 0 && name && name->kind == DeepSpeedName::Kind::Partition && name->rank < mostRanks) {
            m_ranks = std::max(m_ranks, name->rank + 1);
        }
    }
    const auto parameterOf = [&](const FileRows::Pair& pair) {
        const auto known = rows.integers(pair.row);
        auto shape = known.value_or(std::vector<std::int64_t>{-1}); // which no tensor has, and it is told
        const std::uint64_t count = productOf(shape).value_or(UINT64_MAX);
        return ZeroParameter{pair.key, std::move(shape), count};
    };
    for (const EntryId group : rows.children(rows.child(0, "param_shapes"))) {
        m_groups.emplace_back();
        for (const FileRows::Pair& pair : rows.pairs(group)) {
            m_groups.back().push_back(parameterOf(pair));
        }
    }
    for (const FileRows::Pair& pair : rows.pairs(rows.child(0, "frozen_param_shapes"))) {
        m_frozen.push_back({parameterOf(pair), std::vector<std::optional<ZeroVector>>(m_ranks)});
    }
}

Result<void> DeepSpeedReader::readPartitions()
{
    m_partitions.resize(m_ranks);
    for (std::uint32_t file = 0; file < m_firstUniversal; ++file) {
        const DeepSpeedName name = deepSpeedName(m_names[file]).value_or(DeepSpeedName());
        if (name.kind != DeepSpeedName::Kind::Partition) {
            continue;
        }
        CAIRN_ASSIGN(opened, openMember(*m_assembly->files, file, m_names[file], *m_builder, m_progress));
        if (opened == nullptr) {
            continue;
        }
        if (name.rank >= m_ranks) {
            m_builder->addIssue({ErrorCode::ShardBroken, Severity::Warning,
                                 message("there were %1, and this is of one more: it is left over from another save",
                                         countOf(m_ranks, "rank")),
                                 m_names[file]});
            continue;
        }
        auto partition = readZeroPartition(*opened, file);
        if (partition && partition->ranks != 0 && static_cast<std::uint64_t>(partition->ranks) != m_ranks) {
            partition =
                fail(ErrorCode::PieceBroken, message("it says that there were %1 ranks, and the model says %2",
                                                     std::to_string(partition->ranks), std::to_string(m_ranks)));
        }
        if (!partition) {
            m_builder->addIssue({partition.error().code, Severity::Error, partition.error().inFull(), m_names[file]});
            continue;
        }
        if (m_optimizer.file == nullptr) {
            m_optimizer = {opened, file};
            m_stage = partition->stage;
        }
        m_partitions[name.rank] = std::move(*partition);
    }
    return {};
}

/// Of the optimizer, in a universal checkpoint.
Result<void> DeepSpeedReader::readSettings()
{
    for (std::uint32_t file = m_firstUniversal; file < m_names.size(); ++file) {
        if (isUniversalSettings(m_names[file])) {
            CAIRN_ASSIGN(opened, openMember(*m_assembly->files, file, m_names[file], *m_builder, m_progress));
            m_optimizer = {opened, file};
        }
    }
    return {};
}

void DeepSpeedReader::tellMissing(std::string_view what, bool isModel)
{
    std::set<std::uint64_t> there;
    for (const std::string& path : m_names) {
        const auto name = deepSpeedName(path);
        if (name && (name->kind == (isModel ? DeepSpeedName::Kind::RankModel : DeepSpeedName::Kind::Partition))) {
            there.insert(name->rank);
        }
    }
    tellMissingRanks(*m_builder, there, m_ranks, [&](std::uint64_t rank) {
        return "*zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00" + std::string(what);
    });
}

/// In stage 3 they are cut, too.
void DeepSpeedReader::joinFrozen(StateBuilder& state)
{
    for (const Frozen& frozen : m_frozen) {
        const ZeroParameter& parameter = frozen.parameter;
        if (!m_cutsParameters || m_ranks == 0 || !state.canBe(parameter.shape, parameter.name)) {
            continue;
        }
        const std::uint64_t each = parameter.count / m_ranks + (parameter.count % m_ranks != 0 ? 1 : 0);
        std::vector<StateBuilder::Part> parts;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::optional<Error> failure;
        for (std::uint64_t rank = 0; rank < m_ranks && rank * each < parameter.count; ++rank) {
            const auto& part = frozen.parts[rank];
            if (!part) {
                continue; // a gap
            }
            const std::uint64_t count = std::min(each, parameter.count - rank * each);
            if (part->count < count || (dtype != formats::Dtype::Unknown && dtype != part->dtype)) {
                failure = error(ErrorCode::PieceBroken,
                                message("the part of rank %1 has %2 elements, and should have "
                                        "%3 at least",
                                        std::to_string(rank), groupedDigits(part->count), groupedDigits(count)));
            }
            dtype = part->dtype;
            parts.push_back({.file = part->file, .offset = part->offset, .begin = rank * each, .count = count});
        }
        dtype = dtype == formats::Dtype::Unknown ? formats::Dtype::Float32 : dtype;
        m_states[parameter.name].master =
            state.addParts(dtype, parameter.shape, parts, parameter.name, std::move(failure));
    }
}

Result<void> DeepSpeedReader::joinStates()
{
    PiecedTensors tensors(*m_assembly);
    StateBuilder state(tensors, *m_builder);
    if (!m_universal.empty()) {
        CAIRN_TRY(readSettings());
        CAIRN_ASSIGN(states,
                     readUniversal(*m_assembly->files, m_universal, m_firstUniversal, state, *m_builder, m_progress));
        m_states = std::move(states);
    } else {
        CAIRN_TRY(readPartitions());
        if (!m_groups.empty()) { // there are shapes where ZeRO was used
            tellMissing("_optim_states.pt", false);
            const ZeroLayout layout(m_cutsParameters, m_groups, m_partitions);
            m_states = joinPartitions(layout, m_partitions, m_optimizer, state);
        }
        if (m_cutsParameters) {
            tellMissing("_model_states.pt", true);
        }
        joinFrozen(state);
    }
    tensors.finishAll();
    return {};
}

void DeepSpeedReader::addFacts()
{
    const FileRows rows(*m_model.file);
    const std::string version(rows.text(rows.child(0, "ds_version")));
    Message by = verbatim("DeepSpeed" + (version.empty() ? "" : " " + version));
    if (!m_universal.empty()) {
        by = message("%1, universal", by);
    } else if (m_stage) {
        by = message("%1, ZeRO stage %2", by, std::to_string(*m_stage));
    }
    m_builder->addFact(message("saved by"), m_ranks == 0 ? by : message("%1, %2", by, countOf(m_ranks, "rank")));
    m_builder->addFact(message("pieces"), message("%1 in %2", groupedDigits(m_assembly->boxes->boxes().pieces().size()),
                                                  countOf(m_names.size(), "file")));
    if (!m_inside.empty()) {
        m_builder->addFact(message("latest"), verbatim(m_inside));
    }
}

Result<CheckpointPtr> DeepSpeedReader::read()
{
    CAIRN_TRY(refuseCutModels());
    CAIRN_TRY(readModels());
    CAIRN_TRY(joinStates());
    CAIRN_ASSIGN(hasModule, writeDeepSpeedPickle(
                                {.model = m_model, .optimizer = m_optimizer, .groups = m_groups, .states = m_states},
                                *m_assembly, *m_builder, m_progress));
    DocumentSet documents(*m_builder, m_progress);
    CAIRN_TRY(addAssembledRows(*m_assembly, *m_builder, documents, m_progress));
    documents.report();
    addFacts();
    m_builder->addFact(message("weights"), hasModule ? message("as they were used, whole, in \"module\"; as they were "
                                                               "trained in \"fp32\"")
                                                     : message("as they were trained, in \"fp32\""));
    m_builder->setAssembly(m_assembly);
    return m_builder->finish();
}

} // namespace

Result<CheckpointPtr> readDeepSpeed(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    return DeepSpeedReader(folder, guess, progress).read();
}

} // namespace cairn::checkpoint
