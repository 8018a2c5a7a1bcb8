#include "core/base/files/folder_walk.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/folders/cut_safetensors.h"
#include "core/checkpoint/folders/dcp_reader.h"
#include "core/checkpoint/folders/deepspeed_reader.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/folders/rank_reader.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/readers/open.h"
#include "core/remote/address.h"
#include "core/remote/remote_source.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// Opens a folder that is a checkpoint, or that holds one.
[[nodiscard]] Result<CheckpointPtr> readFolder(const std::string& folder, const Progress* progress);

/// The last ones, as the checkpoint that is wanted is mostly one of them.
std::string latestOf(const std::vector<std::string>& steps)
{
    constexpr std::size_t most = 10;
    const std::size_t earlier = steps.size() > most ? steps.size() - most : 0;
    std::string text;
    for (std::size_t i = earlier; i < steps.size(); ++i) {
        text += (text.empty() ? "" : ", ") + inQuotes(steps[i]);
    }
    return earlier == 0 ? text : text + " and " + groupedDigits(earlier) + " earlier";
}

/// What there is to choose from.
Message filesText(const std::string& folder)
{
    constexpr std::size_t most = 8;
    std::vector<std::string> names;
    for (const std::string& path : contentOf(folder).files) {
        names.push_back(inQuotes(path.substr(path.rfind('/') + 1)));
    }
    std::ranges::sort(names);
    return names.empty() ? message("There is no file in it") : message("It holds %1", listOf(names, most));
}

Result<CheckpointPtr> readGuessed(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    switch (guess.kind) {
    case FolderKind::Dcp:
    case FolderKind::DcpByRank: return readDcp(folder, guess, progress);
    case FolderKind::DcpUnsaved:
        return fail(error(ErrorCode::NotACheckpoint,
                          message("the save of this folder was never finished, or its .metadata is lost"))
                        .because(message("It has no .metadata, which torch.distributed.checkpoint writes last, and "
                                         "which has the names of all tensors"))
                        .fix(guess.files.empty()
                                 ? message("Take the checkpoint of an earlier step")
                                 : message("Take the checkpoint of an earlier step; what a rank wrote shows without "
                                           "its names: `cairn-cli inspect %1`",
                                           shellFile(folder + '/' + guess.files.front()))));
    case FolderKind::Foreign:
        return fail(error(ErrorCode::NotACheckpoint, message("this folder is a checkpoint of %1", guess.program))
                        .because(message("It is not written by PyTorch, and cannot be read here"))
                        .fix(message("Export it to safetensors with the program that wrote it")));
    case FolderKind::Steps:
        if (guess.steps.size() == 1) {
            return readFolder(folder + "/" + guess.steps.front(), progress);
        }
        return fail(
            error(ErrorCode::NotARegularFile,
                  message("this folder holds %1: %2", countOf(guess.steps.size(), "checkpoint"), latestOf(guess.steps)))
                .fix(message("Name one of them: %1/%2", folder, guess.steps.back())));
    case FolderKind::CutSafetensors: return readCutSafetensors(folder, guess, progress);
    case FolderKind::RankFiles: return readRankFiles(folder, guess, progress);
    case FolderKind::RankSets:
        return fail(
            error(ErrorCode::NotARegularFile, message("this folder holds the files of the ranks of %1: %2",
                                                      countOf(guess.steps.size(), "checkpoint"), latestOf(guess.steps)))
                .because(message("The parts of one do not go with those of another"))
                .fix(message("Name one of them: %1", shellFile(folder + '/' + guess.steps.back()))));
    case FolderKind::DeepSpeed: return readDeepSpeed(folder, guess, progress);
    case FolderKind::Weights: return openCheckpoint(folder + '/' + guess.files.front(), progress);
    case FolderKind::None: break;
    }
    return fail(error(ErrorCode::NotARegularFile, message("this is a folder, and no checkpoint that is known"))
                    .because(filesText(folder))
                    .fix(message("Name a checkpoint in it")));
}

/// Files beside those of a checkpoint that torch.load may be called for, as Lightning does with its meta.pt and FSDP
/// with the optimizer of each rank: names as `folder` has them. What DeepSpeed has in its folder "zero" is all
/// of that checkpoint.
std::vector<std::string> otherFiles(const std::string& folder, const std::string& inside, const Checkpoint& checkpoint)
{
    constexpr std::array<std::string_view, 7> pickled = {".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle", ".tar"};
    std::set<std::string> known;
    if (checkpoint.assembly() != nullptr) {
        for (const FileSet::File& file : checkpoint.assembly()->files->files()) {
            known.insert(file.path);
        }
    }
    std::vector<std::string> names;
    const auto add = [&](const FolderContent& content) {
        for (const std::string& file : content.files) {
            const auto isEnding = [&](std::string_view ending) { return file.ends_with(ending); };
            if (std::ranges::any_of(pickled, isEnding) && !known.contains(file)) {
                names.push_back(file.substr(folder.size() + 1));
            }
        }
        return true;
    };
    add(contentOf(folder));
    const std::string within = inside.empty() ? folder : folder + '/' + inside;
    if (!inside.empty()) {
        add(contentOf(within));
    }
    walkFolders(within + "/zero", [&](const FolderContent& content) {
        for (const auto* folders : {&content.linkedFolders, &content.hiddenFolders}) { // they cannot be read as files
            for (const std::string& path : *folders) {
                names.push_back(path.substr(folder.size() + 1));
            }
        }
        return add(content);
    });
    return names;
}

/// The whole folder is as dangerous as any of its files.
Result<CheckpointPtr> judgeOthers(const std::string& folder, const std::string& inside, CheckpointPtr checkpoint,
                                  const Progress* progress)
{
    constexpr std::size_t most = 5000;
    const std::vector<std::string> names = otherFiles(folder, inside, *checkpoint);
    if (names.empty()) {
        return checkpoint;
    }
    CheckpointBuilder builder(std::move(checkpoint));
    for (const std::string& name : std::span(names).first(std::min(names.size(), most))) {
        const std::size_t slash = name.rfind('/');
        auto file = slash == std::string::npos
                        ? FileSource::openNamed(folder, name)
                        : FileSource::openNamed(folder + '/' + name.substr(0, slash), name.substr(slash + 1));
        auto opened =
            file ? openCheckpoint(*file, name, progress) : Result<CheckpointPtr>(fail(std::move(file).error()));
        if (opened) {
            builder.addJudgement(**opened);
        } else if (opened.error().code == ErrorCode::Cancelled) {
            return fail(std::move(opened).error());
        } else if (opened.error().code != ErrorCode::NotACheckpoint) {
            builder.addTrustFinding({Trust::Dangerous, message("what is in %1", name),
                                     phrase("It cannot be read here, and torch may run it")});
        }
    }
    if (names.size() > most) {
        builder.addTrustFinding({Trust::RunsCode, verbatim(countOf(names.size() - most, "file")),
                                 phrase("They lie in the folder too, and were not looked at")});
    }
    builder.addFact(message("judged with it"), names.size() == 1 ? verbatim(names.front())
                                                                 : message("%1 and %2 beside it", names.front(),
                                                                           countOf(names.size() - 1, "file")));
    return builder.finish();
}

Result<CheckpointPtr> readAndJudge(const std::string& folder, const FolderGuess& guess, const Progress* progress)
{
    auto checkpoint = readGuessed(folder, guess, progress);
    if (!checkpoint) {
        return fail(std::move(checkpoint).error().in(folder));
    }
    CAIRN_TRY(limitDevices(**checkpoint));
    return isOneCheckpoint(guess.kind) ? judgeOthers(folder, guess.inside, std::move(*checkpoint), progress)
                                       : checkpoint;
}

Result<CheckpointPtr> readFolder(const std::string& folder, const Progress* progress)
{
    CAIRN_ASSIGN(guess, guessFolder(folder));
    return readAndJudge(folder, guess, progress);
}

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
        const auto set = guessRankSet(path);
        return set ? readAndJudge(*folder, *set, progress) : readFolder(*folder, progress);
    }
    CAIRN_ASSIGN(file, FileSource::open(path));
    return openCheckpoint(file, path, progress);
}

} // namespace cairn::checkpoint
