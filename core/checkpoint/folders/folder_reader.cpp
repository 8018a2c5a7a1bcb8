#include "core/checkpoint/folders/folder_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/folders/dcp_reader.h"
#include "core/checkpoint/folders/deepspeed_reader.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/folders/rank_reader.h"
#include "core/checkpoint/readers/open.h"
#include "core/remote/address.h"
#include "core/remote/remote_source.h"

#include <utility>

namespace cairn::checkpoint {

namespace {

std::string someNames(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 10;
    std::string text;
    const std::size_t skipped = names.size() > most ? names.size() - most : 0;
    for (std::size_t i = skipped; i < names.size(); ++i) {
        text += (text.empty() ? "" : ", ") + inQuotes(names[i]);
    }
    return skipped == 0 ? text : groupedDigits(skipped) + " others, " + text;
}

Result<CheckpointPtr> readGuessed(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    switch (guess.kind) {
    case FolderKind::Dcp:
    case FolderKind::DcpByRank: return readDcp(folder, guess, progress);
    case FolderKind::DcpUnsaved:
        return fail(error(ErrorCode::NotACheckpoint, message("the save of this folder was never finished"))
                        .because(message(
                            "It has a .metadata.tmp and no .metadata, which torch.distributed.checkpoint writes last"))
                        .fix(message("Take the checkpoint of an earlier step")));
    case FolderKind::Foreign:
        return fail(error(ErrorCode::NotACheckpoint, message("this folder is a checkpoint of %1", guess.program))
                        .because(message("It is not written by PyTorch, and cannot be read here"))
                        .fix(message("Export it to safetensors with the program that wrote it")));
    case FolderKind::Steps:
        if (guess.steps.size() == 1) {
            return readFolder(folder + "/" + guess.steps.front(), progress);
        }
        return fail(error(ErrorCode::NotARegularFile,
                          message("this folder holds %1: %2", countOf(guess.steps.size(), "checkpoint"),
                                  someNames(guess.steps)))
                        .fix(message("Name one of them: %1/%2", folder, guess.steps.back())));
    case FolderKind::RankFiles: return readRankFiles(folder, guess, progress);
    case FolderKind::DeepSpeed: return readDeepSpeed(folder, guess, progress);
    case FolderKind::None: break;
    }
    return fail(error(ErrorCode::NotARegularFile, message("this is a folder, and no checkpoint that is known"))
                    .fix(message("Name a checkpoint in it")));
}

} // namespace

Result<CheckpointPtr> readFolder(const std::string& folder, const Progress* progress)
{
    auto guess = guessFolder(folder);
    if (!guess) {
        return fail(std::move(guess).error());
    }
    auto checkpoint = readGuessed(folder, *guess, progress);
    if (!checkpoint) {
        return fail(std::move(checkpoint).error().in(folder));
    }
    CAIRN_TRY(limitDevices(**checkpoint));
    return checkpoint;
}

namespace {

/// What an address names, with how much of it was read.
Result<CheckpointPtr> openAddress(const std::string& address, const Progress* progress)
{
    CAIRN_ASSIGN(source, remote::RemoteSource::open(address, progress));
    auto opened = openCheckpoint(source, remote::withoutSecrets(address), progress);
    source->forgetProgress();
    if (!opened) {
        return opened;
    }
    CheckpointBuilder builder(std::move(*opened));
    const auto [requests, bytes] = source->traffic();
    builder.addFact(message("Read from afar"), message("%1 of %2, in %3", humanBytes(bytes),
                                                       humanBytes(source->sizeBytes()), countOf(requests, "request")));
    return builder.finish();
}

} // namespace

Result<CheckpointPtr> openCheckpoint(const std::string& path, const Progress* progress)
{
    if (remote::isAddress(path)) {
        return openAddress(path, progress);
    }
    if (const auto folder = folderOf(path)) {
        return readFolder(*folder, progress);
    }
    CAIRN_ASSIGN(file, FileSource::open(path));
    return openCheckpoint(file, path, progress);
}

} // namespace cairn::checkpoint
