#include "core/checkpoint/folders/folder_kind.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/json/json_document.h"
#include "core/base/platform/path_text.h"
#include "core/checkpoint/folders/deepspeed_files.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/formats/safetensors/sharding_info.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// Of a path.
std::string_view fileName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// "." of a name alone.
std::string parentOf(const std::string& path)
{
    const std::string parent = platform::pathText(std::filesystem::path(path).parent_path());
    return parent.empty() ? "." : parent;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// "__3.metadata", as each rank writes its own.
bool isRankMetadata(std::string_view name)
{
    return name.starts_with("__") && name.ends_with(dcp::kMetadataFile) &&
           isNumber(name.substr(2, name.size() - 2 - dcp::kMetadataFile.size()));
}

std::string smallText(const std::string& path)
{
    constexpr std::uint64_t most = 1 << 16;
    const auto file = FileSource::open(path);
    const auto bytes =
        file && (*file)->sizeBytes() <= most ? (*file)->readBytes(0, (*file)->sizeBytes()) : Result<Bytes>(Bytes());
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

/// The names in one folder.
class Names {
public:
    explicit Names(const FolderContent& content) : m_content(content) {}

    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::ranges::any_of(m_content.files, [&](const std::string& file) { return fileName(file) == name; });
    }
    template <typename Is>
    [[nodiscard]] std::vector<std::string> allThat(Is&& is) const
    {
        std::vector<std::string> names;
        for (const std::string& file : m_content.files) {
            if (is(fileName(file))) {
                names.emplace_back(fileName(file));
            }
        }
        return names;
    }

private:
    const FolderContent& m_content;
};

/// What `metadata.json` of Megatron-LM says of how tensors are kept; empty if it is none.
std::string megatronBackend(const std::string& folder, const Names& names)
{
    if (!names.has("metadata.json")) {
        return {};
    }
    const auto document = JsonDocument::parse(smallText(folder + "/metadata.json"));
    const auto backend = document ? document->root().find("sharded_backend") : std::nullopt;
    return backend && backend->isText() ? std::string(backend->text()) : std::string();
}

/// Files whose names differ in the number of the rank alone.
struct RankSet {
    std::string name; ///< "model_rank_*.pt"
    std::vector<std::string> files;
};

std::vector<RankSet> rankSets(const Names& names)
{
    std::vector<RankSet> sets;
    std::map<std::string, std::size_t> known;
    for (std::string& file : names.allThat([](std::string_view name) { return !rankSetOf(name).empty(); })) {
        const std::string name = rankSetOf(file);
        const auto [set, isNew] = known.emplace(name, sets.size());
        if (isNew) {
            sets.push_back({.name = name, .files = {}});
        }
        sets[set->second].files.push_back(std::move(file));
    }
    return sets;
}

bool isOfModel(const RankSet& set)
{
    return set.name.starts_with("model") || set.name.starts_with("pytorch_model");
}

/// Of several sets that of the model is opened. Where that does not tell, a person must: the ranks of one do not go
/// with those of another, as of an earlier run with more of them.
void takeRankFiles(const std::vector<RankSet>& sets, FolderGuess& guess)
{
    const bool hasModel = std::ranges::any_of(sets, isOfModel);
    for (const RankSet& set : sets) {
        if (hasModel && !isOfModel(set)) {
            guess.others.push_back(set.name);
            continue;
        }
        guess.steps.push_back(set.name);
        guess.files.insert(guess.files.end(), set.files.begin(), set.files.end());
    }
    guess.kind = guess.steps.size() == 1 ? FolderKind::RankFiles : FolderKind::RankSets;
}

/// "shard-00002-model-00001-of-00001.safetensors", as torch names what a rank writes.
bool isShardOfRank(std::string_view name)
{
    constexpr std::string_view begin = "shard-";
    constexpr std::size_t digits = 5; // at least
    const std::size_t end = name.find('-', begin.size());
    return name.starts_with(begin) && end != std::string_view::npos && end >= begin.size() + digits &&
           isNumber(name.substr(begin.size(), end - begin.size()));
}

/// Whether it has a piece that is not the first of its tensor.
bool hasLaterPiece(const std::string& folder, const std::string& name)
{
    const auto file = FileSource::openNamed(folder, name);
    if (!file) {
        return false;
    }
    const auto header = formats::readSafetensorsHeader(**file);
    const bool isSaid = header && formats::shardingText(*header) != nullptr;
    const auto origins = isSaid ? formats::readOrigins(*header) : Result<std::vector<std::int64_t>>();
    return origins && std::ranges::any_of(*origins, [](std::int64_t origin) { return origin != 0; });
}

/// Safetensors files that say where their tensors begin in larger ones. None where a list says which file has which
/// tensor: those are whole. So are those in which all begins at 0, unless their names are those of ranks.
void takeCutSafetensors(const std::string& folder, const Names& names, FolderGuess& guess)
{
    constexpr std::string_view ending = ".safetensors";
    auto files = names.allThat([&](std::string_view name) { return name.ends_with(ending); });
    const bool hasList =
        !names.allThat([](std::string_view name) { return name.ends_with(".safetensors.index.json"); }).empty();
    if (files.empty() || hasList) {
        return;
    }
    const auto sample = std::ranges::find_if(files, isShardOfRank);
    if (!saysPlaces(folder, sample == files.end() ? files.front() : *sample)) {
        return; // most folders: they are not worth a look at every file
    }
    std::vector<std::string> others;
    std::erase_if(files, [&](const std::string& name) {
        const bool isOther = !saysPlaces(folder, name);
        if (isOther) {
            others.push_back(name);
        }
        return isOther;
    });
    if (!files.empty() &&
        (std::ranges::all_of(files, isShardOfRank) ||
         std::ranges::any_of(files, [&](const std::string& name) { return hasLaterPiece(folder, name); }))) {
        guess.kind = FolderKind::CutSafetensors;
        guess.files = std::move(files);
        guess.others = std::move(others);
    }
}

/// The folder below that a root of DeepSpeed names, as if it were the root.
std::optional<FolderGuess> latestOfDeepSpeed(const FolderContent& root)
{
    const auto inside = namedAsLatest(root);
    const FolderContent content = inside ? contentOf(root.path + "/" + *inside) : FolderContent();
    FolderGuess guess;
    guess.kind = FolderKind::DeepSpeed;
    guess.inside = inside.value_or("");
    guess.folders = {guess.inside};
    for (const std::string& file : content.files) {
        if (deepSpeedName(file)) {
            guess.files.push_back(*inside + "/" + std::string(fileName(file)));
        }
    }
    return guess.files.empty() ? std::nullopt : std::optional(std::move(guess));
}

/// What trainings keep beside a model: the Trainer of transformers, and the ranks of one.
bool isOfTraining(std::string_view name)
{
    return name == "optimizer.pt" || name == "scheduler.pt" || name == "scaler.pt" || name.starts_with("rng_state") ||
           !rankSetOf(name).empty();
}

/// The file that stands for a model, where the names leave no doubt: a list of shards, or all of the weights. As
/// transformers does it, safetensors go before pickles. Other checkpoints beside them, as of a training, are a doubt.
std::optional<std::string> weightsAmong(const FolderContent& content)
{
    const Names names(content);
    constexpr std::array<std::string_view, 4> others = {".pth", ".pt", ".ckpt", ".gguf"};
    auto otherFiles = names.allThat([&](std::string_view name) {
        return !isOfTraining(name) &&
               std::ranges::any_of(others, [&](std::string_view ending) { return name.ends_with(ending); });
    });
    for (const std::string_view ending : {".safetensors.index.json", ".bin.index.json", ".safetensors", ".bin"}) {
        auto files = names.allThat([&](std::string_view name) {
            return name.ends_with(ending) && (ending != ".bin" || name == "pytorch_model.bin");
        });
        const auto model = std::ranges::find(files, "model.safetensors");
        if (!files.empty() && !otherFiles.empty()) {
            return std::nullopt;
        }
        if (files.size() == 1 || model != files.end()) {
            return files.size() == 1 ? std::move(files.front()) : std::move(*model);
        }
        if (!files.empty()) {
            return std::nullopt;
        }
    }
    return otherFiles.size() == 1 ? std::optional(std::move(otherFiles.front())) : std::nullopt;
}

/// Whether the ranks have only what belongs to a model that lies beside them, as the states of their generators.
bool isBesideModel(const std::vector<RankSet>& sets, const FolderContent& content)
{
    const auto weights = weightsAmong(content);
    return weights && weights->contains("model") && std::ranges::none_of(sets, isOfModel);
}

std::string foreignProgram(const Names& names, const std::string& backend)
{
    if (backend == "zarr") {
        return "Megatron-LM, in its old zarr format";
    }
    if (names.has("0.metadata") &&
        !names.allThat([](std::string_view name) { return name.ends_with(dcp::kFileEnding); }).empty()) {
        return "PaddlePaddle";
    }
    if (names.has("_CHECKPOINT_METADATA") || names.has("manifest.ocdbt") || names.has("_METADATA")) {
        return "Orbax, of JAX";
    }
    if (names.has(".zarray") || names.has("zarr.json") || names.has(".zgroup")) {
        return "zarr";
    }
    return {};
}

} // namespace

FolderGuess guessFolder(const FolderContent& content)
{
    const Names names(content);
    FolderGuess guess;
    const std::string backend = megatronBackend(content.path, names);
    guess.program = !backend.empty() ? "Megatron-LM" : names.has("meta.pt") ? "Lightning" : "";
    if (const std::string foreign = foreignProgram(names, backend); !foreign.empty()) {
        guess.kind = FolderKind::Foreign;
        guess.program = foreign;
        return guess;
    }
    if (names.has(dcp::kMetadataFile)) {
        guess.kind = FolderKind::Dcp;
        guess.files = {std::string(dcp::kMetadataFile)};
        guess.hasTwoReadings = !names.allThat(isRankMetadata).empty();
        return guess;
    }
    if (auto metadata = names.allThat(isRankMetadata); !metadata.empty()) {
        guess.kind = FolderKind::DcpByRank;
        guess.files = std::move(metadata);
        return guess;
    }
    auto ranks = names.allThat([](std::string_view name) { return name.ends_with(dcp::kFileEnding); });
    if (names.has(".metadata.tmp") || !ranks.empty()) {
        guess.kind = FolderKind::DcpUnsaved;
        guess.files = std::move(ranks);
        return guess;
    }
    if (auto files = names.allThat([](std::string_view name) { return deepSpeedName(name).has_value(); });
        !files.empty()) {
        guess.kind = FolderKind::DeepSpeed;
        guess.files = std::move(files);
        guess.folders = {"zero"}; // of universal checkpoints
        return guess;
    }
    if (auto latest = latestOfDeepSpeed(content)) {
        return std::move(*latest);
    }
    if (const auto sets = rankSets(names); !sets.empty() && !isBesideModel(sets, content)) {
        takeRankFiles(sets, guess);
        return guess;
    }
    takeCutSafetensors(content.path, names, guess);
    return guess;
}

bool saysPlaces(const std::string& folder, const std::string& name)
{
    const auto file = FileSource::openNamed(folder, name);
    return file && formats::mentionsSharding(**file);
}

std::string rankSetOf(std::string_view name)
{
    for (const std::string_view extension : {".pt", ".pth", ".bin"}) {
        if (!name.ends_with(extension)) {
            continue;
        }
        const std::string_view stem = name.substr(0, name.size() - extension.size());
        const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
        const std::string_view before = stem.substr(0, digits);
        if (digits < stem.size() && (before.ends_with("rank") || before.ends_with("rank_"))) {
            return std::string(before).append("*").append(extension);
        }
    }
    return {};
}

std::optional<FolderGuess> guessRankSet(const std::string& path)
{
    std::error_code failure;
    const std::string name(fileName(path));
    if (!name.contains('*') || std::filesystem::exists(std::filesystem::path(path), failure)) {
        return std::nullopt;
    }
    const FolderContent content = contentOf(parentOf(path));
    auto sets = rankSets(Names(content));
    const auto found = std::ranges::find(sets, name, &RankSet::name);
    if (found == sets.end()) {
        return std::nullopt;
    }
    FolderGuess guess;
    guess.kind = FolderKind::RankFiles;
    guess.files = std::move(found->files);
    guess.set = name;
    return guess;
}

Result<FolderGuess> guessFolder(const std::string& folder)
{
    const FolderContent content = contentOf(folder);
    if (!content.failure.empty()) {
        return fail(
            error(ErrorCode::FileNotReadable, message("the folder cannot be read: %1", content.failure)).in(folder));
    }
    FolderGuess guess = guessFolder(content);
    if (guess.kind != FolderKind::None) {
        return guess;
    }
    constexpr std::size_t mostSteps = 1000;
    auto weights = weightsAmong(content);
    const bool isWhole =
        weights && (weights->ends_with(".safetensors") || weights->ends_with(".safetensors.index.json"));
    for (const std::string& below : content.folders | std::views::take(mostSteps)) {
        const FolderKind kind = guessFolder(contentOf(below)).kind;
        // torch leaves the pieces of ranks in a folder below the whole files that it made of them.
        if (isOneCheckpoint(kind) && (!isWhole || kind != FolderKind::CutSafetensors)) {
            guess.kind = FolderKind::Steps;
            guess.steps.emplace_back(fileName(below));
        }
    }
    if (guess.steps.empty() && weights) {
        guess.kind = FolderKind::Weights;
        guess.files = {std::move(*weights)};
    }
    return guess;
}

std::vector<std::string> takeCheckpoint(FolderContent& folder)
{
    const FolderGuess guess = guessFolder(folder);
    std::vector<std::string> taken;
    if (!isOneCheckpoint(guess.kind)) {
        return taken;
    }
    const std::set<std::string_view> files(guess.files.begin(), guess.files.end());
    const std::set<std::string_view> folders(guess.folders.begin(), guess.folders.end());
    const auto take = [&taken](std::vector<std::string>& list, auto&& isOwn) {
        std::erase_if(list, [&](const std::string& path) {
            const bool own = isOwn(fileName(path));
            if (own) {
                taken.push_back(path);
            }
            return own;
        });
    };
    take(folder.files, [&](std::string_view name) { return name.ends_with(dcp::kFileEnding) || files.contains(name); });
    take(folder.folders, [&](std::string_view name) { return folders.contains(name); });
    return taken;
}

std::optional<std::string> folderOf(const std::string& path)
{
    std::error_code failure;
    const std::filesystem::path given(path);
    if (std::filesystem::is_directory(given, failure)) {
        std::string folder = path;
        while (folder.size() > 1 && folder.ends_with('/')) {
            folder.pop_back();
        }
        return folder;
    }
    const std::string name = given.filename().string();
    if (name == dcp::kMetadataFile || isRankMetadata(name) || guessRankSet(path)) {
        return parentOf(path);
    }
    return std::nullopt;
}

Message folderKindName(const FolderGuess& guess)
{
    switch (guess.kind) {
    case FolderKind::Dcp:
    case FolderKind::DcpByRank:
    case FolderKind::DcpUnsaved:
        return guess.program.empty() ? verbatim("torch.distributed.checkpoint")
                                     : message("torch.distributed.checkpoint, by %1", guess.program);
    case FolderKind::CutSafetensors: return message("torch.distributed.checkpoint, for Hugging Face");
    case FolderKind::RankFiles:
    case FolderKind::RankSets: return message("one file a rank");
    case FolderKind::DeepSpeed: return verbatim("DeepSpeed");
    case FolderKind::Steps: return message("several checkpoints");
    case FolderKind::Weights: return message("the files of a model");
    case FolderKind::Foreign: return verbatim(guess.program);
    case FolderKind::None: break;
    }
    return message("none");
}

} // namespace cairn::checkpoint
