#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {
struct FolderContent;
}

namespace cairn::checkpoint {

/// What kind of checkpoint a folder is.
enum class FolderKind : std::uint8_t {
    None,           ///< none that is known
    Dcp,            ///< torch.distributed.checkpoint: `.metadata`
    DcpByRank,      ///< the same, with one `__R.metadata` a rank
    DcpUnsaved,     ///< files of ranks without their `.metadata`
    CutSafetensors, ///< safetensors files with pieces of tensors, by the same for Hugging Face
    RankFiles,      ///< one file of torch.save a rank, with the parts of tensors
    RankSets,       ///< several checkpoints of such files, of which nobody knows which is meant
    DeepSpeed,      ///< a file for the model, and one a rank for the optimizer
    Steps,          ///< a folder of such folders
    Weights,        ///< files of which one is the model, or lists its shards, as the Hub has them
    Foreign,        ///< what other programs write
};

struct FolderGuess {
    FolderKind kind = FolderKind::None;
    std::vector<std::string> files;   ///< names: the metadata, or the files of the ranks in their order
    std::string inside;               ///< the folder below that they are in, of those of DeepSpeed that name the latest
    std::vector<std::string> folders; ///< names of those below that are a part of it
    std::vector<std::string> steps;   ///< names of folders or of sets, in the order that people give numbers
    std::string set;                  ///< of the files of ranks that were asked for by it: "model_rank_*.pt"
    std::vector<std::string> others;  ///< names of sets, or of files of safetensors, beside what is opened
    bool hasTwoReadings = false;      ///< metadata of the whole and of ranks: torch takes what it can read
    std::string program;              ///< that wrote it, where it is known: "Megatron-LM", "Lightning", "PaddlePaddle"
};

/// Looks at names, and at small files that say it. `folder` must be one.
[[nodiscard]] Result<FolderGuess> guessFolder(const std::string& folder);

/// Of what is known to lie in it, and without a look at the folders below.
[[nodiscard]] FolderGuess guessFolder(const FolderContent& content);

/// The files of ranks that a path names together, as "folder/model_rank_*.pt"; nothing if there is none of them, or a
/// file of that very name.
[[nodiscard]] std::optional<FolderGuess> guessRankSet(const std::string& path);

/// Whether a safetensors file in a folder says where its tensors begin in larger ones.
[[nodiscard]] bool saysPlaces(const std::string& folder, const std::string& name);

/// The name of the set that the file of a rank belongs to; empty for other names.
[[nodiscard]] std::string rankSetOf(std::string_view name);

/// Whether it is one checkpoint by itself, or becomes one by the choice of a person.
[[nodiscard]] constexpr bool isOneCheckpoint(FolderKind kind)
{
    return kind == FolderKind::Dcp || kind == FolderKind::DcpByRank || kind == FolderKind::CutSafetensors ||
           kind == FolderKind::RankFiles || kind == FolderKind::RankSets || kind == FolderKind::DeepSpeed;
}

/// Takes out of what lies in a folder that is one checkpoint all that belongs to it: none of that is one by itself. The
/// paths that were taken; none if the folder is no checkpoint.
[[nodiscard]] std::vector<std::string> takeCheckpoint(FolderContent& folder);

/// The folder that is opened for a path: itself, or of a `.metadata` or the name of a set of files of ranks, the one
/// that it lies in. Nothing for other paths.
[[nodiscard]] std::optional<std::string> folderOf(const std::string& path);

/// "torch.distributed.checkpoint" and so on.
[[nodiscard]] Message folderKindName(const FolderGuess& guess);

} // namespace cairn::checkpoint
