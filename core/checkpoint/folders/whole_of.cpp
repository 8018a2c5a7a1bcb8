#include "core/checkpoint/folders/whole_of.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/deepspeed_files.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/formats/safetensors/shard_index.h"

#include <algorithm>
#include <string_view>

namespace cairn::checkpoint {

namespace {

/// Whether a file may be one that a folder of pieces has: not every file is worth a look at all that lie beside it.
bool mayBePiece(const std::string& folder, const std::string& name)
{
    if (name.ends_with(".safetensors")) {
        return saysPlaces(folder, name);
    }
    return name.ends_with(dcp::kFileEnding) || name.contains("rank") || name.ends_with("_states.pt");
}

/// Files of parts that no program puts together, here neither: the folder does not open.
bool isCutModel(const std::string& name)
{
    const auto known = deepSpeedName(name);
    return known && (known->kind == DeepSpeedName::Kind::Layer || known->kind == DeepSpeedName::Kind::Expert ||
                     known->modelRank != 0);
}

std::optional<Whole> wholeFolder(const std::string& folder, const std::string& name)
{
    if (const std::string set = rankSetOf(name); !set.empty()) {
        const auto ranks = guessRankSet(folder + '/' + set);
        if (!ranks || ranks->files.size() < 2) {
            return std::nullopt;
        }
        const FolderGuess all = guessFolder(contentOf(folder));
        const bool isOpened = all.kind == FolderKind::RankFiles && all.steps.front() == set;
        return Whole{isOpened ? folder : folder + '/' + set,
                     message("This is one of the %1 ranks of a checkpoint, with its part of the tensors",
                             groupedDigits(ranks->files.size()))};
    }
    const FolderContent content = contentOf(folder);
    const FolderGuess guess = guessFolder(content);
    const bool isAmong = std::ranges::find(guess.files, name) != guess.files.end();
    switch (guess.kind) {
    case FolderKind::Dcp:
    case FolderKind::DcpByRank:
        if (name.ends_with(dcp::kFileEnding)) {
            return Whole{folder,
                         message("This file has only a part of a checkpoint of %1, which is the folder it is in",
                                 folderKindName(guess))};
        }
        break;
    case FolderKind::DeepSpeed: {
        const bool hasOthers = guess.files.size() > 1 || !content.folders.empty();
        if (isAmong && hasOthers && std::ranges::none_of(guess.files, isCutModel)) {
            return Whole{folder,
                         message("This file has only a part of a checkpoint of %1, which is the folder it is in",
                                 folderKindName(guess))};
        }
        break;
    }
    case FolderKind::CutSafetensors:
        if (isAmong && guess.files.size() > 1) {
            return Whole{folder, message("This is one of %1 with pieces of the tensors of a checkpoint, which is the "
                                         "folder it is in",
                                         countOf(guess.files.size(), "file"))};
        }
        break;
    default: break;
    }
    return std::nullopt;
}

/// "model.safetensors" of "model-00001-of-00002.safetensors"; empty for other names.
std::string shardedName(std::string_view name)
{
    constexpr std::size_t digits = 5;
    constexpr std::string_view digit = "0123456789";
    const std::size_t of = name.rfind("-of-");
    if (of == std::string_view::npos || of < digits + 1 || name[of - digits - 1] != '-' ||
        name.substr(of - digits, digits).find_first_not_of(digit) != std::string_view::npos) {
        return {};
    }
    const std::size_t end = name.find_first_not_of(digit, of + 4);
    return end == std::string_view::npos ? std::string()
                                         : std::string(name.substr(0, of - digits - 1)) + std::string(name.substr(end));
}

std::optional<Whole> wholeShards(const std::string& folder, const std::string& name)
{
    constexpr std::uint64_t most = 64 * 1024 * 1024; // a larger one would be felt whenever a shard is opened
    const std::string stem = shardedName(name);
    const std::string index = stem + ".index.json";
    const auto file = FileSource::openNamed(folder, index);
    if (stem.empty() || !file || (*file)->sizeBytes() > most) {
        return std::nullopt;
    }
    const auto read = formats::readShardIndex(**file);
    if (!read || std::ranges::find(read->shards, name) == read->shards.end() || read->shards.size() < 2) {
        return std::nullopt;
    }
    return Whole{folder + '/' + index, message("This is one of the %1 files of a checkpoint that %2 lists",
                                               groupedDigits(read->shards.size()), index)};
}

} // namespace

std::optional<Whole> wholeOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
    const std::string name = path.substr(slash + 1); // all of it where there is no slash
    if (folderOf(path)) {
        return std::nullopt; // it opens as the whole
    }
    if (mayBePiece(folder, name)) {
        if (auto whole = wholeFolder(folder, name)) {
            return whole;
        }
    }
    return wholeShards(folder, name);
}

} // namespace cairn::checkpoint
