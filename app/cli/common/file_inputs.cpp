#include "app/cli/common/file_inputs.h"

#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/progress_bar.h"
#include "core/base/files/byte_source.h"
#include "core/base/platform/file.h"
#include "core/base/platform/terminal.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/remote/address.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

constexpr const char* kInputName = "-";

/// Room for millions of names: a list that has no end is a mistake.
constexpr std::size_t kMostListBytes = std::size_t{1} << 30;

Result<std::string> readList(const std::string& path)
{
    const bool isInput = path == kInputName;
    const std::string name = isInput ? "standard input" : path;
    const auto failed = [&name](Phrase what) {
        const ErrorCode code = errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileNotReadable;
        return fail(error(code, message("%1: %2", what, systemReason(errno))).in(name));
    };
    const Descriptor file =
        isInput ? platform::duplicate(platform::kStandardInput) : platform::open(path, platform::Open::ReadStream);
    if (!file.isOpen()) {
        return failed(phrase("cannot open the list of files"));
    }
    std::string text;
    std::string block(std::size_t{64} << 10, '\0');
    while (text.size() <= kMostListBytes) {
        const std::ptrdiff_t count = platform::read(file.number(), block.data(), block.size());
        if (count == 0) {
            return text;
        }
        if (count < 0) {
            return failed(phrase("cannot read the list of files"));
        }
        text.append(block, 0, static_cast<std::size_t>(count));
    }
    return fail(error(ErrorCode::Usage, message("the list of files has no end")).in(name));
}

/// Names end with a NUL, as `find -print0` writes them, or else with the line.
void addNames(const std::string& list, std::vector<std::string>& names)
{
    const char end = list.contains('\0') ? '\0' : '\n';
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t stop = std::min(list.find(end, begin), list.size());
        if (stop > begin) {
            names.push_back(list.substr(begin, stop - begin));
        }
        begin = stop + 1;
    }
}

Result<std::vector<std::string>> namesOf(const FileInputs& inputs)
{
    std::vector<std::string> names = inputs.given;
    CAIRN_TRY(checkReadOnce(inputs.listFile, names, "the list of files and a checkpoint"));
    if (!inputs.listFile.empty()) {
        CAIRN_ASSIGN(list, readList(inputs.listFile));
        addNames(list, names);
        if (names.empty()) {
            return fail(error(ErrorCode::Usage, message("the list of files is empty"))
                            .in(inputs.listFile == kInputName ? "standard input" : inputs.listFile));
        }
    }
    if (names.empty()) {
        return fail(error(ErrorCode::Usage, message("%1 needs FILE...", inputs.command))
                        .fix(message("See `cairn-cli %1 -h`", inputs.command)));
    }
    return names;
}

TreeFiles searchAll(const std::vector<std::string>& names, bool isRecursive, TreeUse use, const std::string& copies,
                    Progress& progress)
{
    TreeFiles found;
    for (const std::string& name : names) {
        std::error_code failure;
        if (!std::filesystem::is_directory(name, failure)) {
            const std::string path = inputPath(name);
            const auto file =
                isRecursive && !isStream(path) && !remote::isAddress(path) ? FileSource::open(path) : nullptr;
            if (file || file.error().code != ErrorCode::FileNotFound) {
                found.files.push_back({.path = path, .below = {}});
            } else { // or it would be counted among those that were found
                found.failures.push_back(withNearestName(file.error(), name));
            }
            continue;
        }
        const auto guess = isRecursive ? Result<checkpoint::FolderGuess>() : checkpoint::guessFolder(name);
        if (guess && guess->kind != checkpoint::FolderKind::None) { // one checkpoint, or opening it says what it is
            // What is said of a model's file is said of that file: there can be others beside it.
            const bool isOneFile = use == TreeUse::Read && guess->kind == checkpoint::FolderKind::Weights;
            found.files.push_back(
                {.path = isOneFile ? (std::filesystem::path(name) / guess->files.front()).string() : name,
                 .below = {}});
            continue;
        }
        if (!isRecursive) {
            found.failures.push_back(error(ErrorCode::NotARegularFile, message("this is a folder"))
                                         .in(name)
                                         .fix(message("Name a file, or take all checkpoints in the folder with -r")));
            continue;
        }
        const std::size_t before = found.files.size() + found.failures.size();
        searchTree(name, use, copies, progress, found);
        if (before == found.files.size() + found.failures.size() && !progress.stopRequested()) {
            found.failures.push_back(
                error(ErrorCode::NotACheckpoint, message("there is no checkpoint in this folder")).in(name));
        }
    }
    return found;
}

} // namespace

void addFileInputs(CLI::App& command, FileInputs& inputs, const std::string& help, const std::string& usage)
{
    inputs.command = command.get_name();
    command.add_option("FILE", inputs.given, help)->option_text(usage);
    command.add_flag("-r,--recursive", inputs.isRecursive,
                     "Take the checkpoints in folders, and in all below. They are the files that are called so (.pth, "
                     ".pt, .ckpt, .safetensors) or are so by their content; an *.index.json stands for its shards. "
                     "Hidden files and folders, and links to folders, are passed over.");
    command
        .add_option("--files-from", inputs.listFile,
                    "Take the names of more files from a list, - for standard input: one a line, or each with a NUL "
                    "behind it, as `find -print0` writes them.")
        ->option_text("LIST")
        ->group(kRareOptions);
}

Result<FoundInputs> findInputs(Session& session, const FileInputs& inputs, TreeUse use, Telling telling,
                               const std::string& copies)
{
    CAIRN_ASSIGN(names, namesOf(inputs));
    const auto search = [&] { return searchAll(names, inputs.isRecursive, use, copies, session.progress); };
    session.progress.setStage("searching");
    TreeFiles found =
        inputs.isRecursive ? withBar(session.progress, session.terminal.charset, names.front(), search) : search();
    if (inputs.isRecursive && telling != Telling::Quiet && !session.progress.stopRequested()) {
        session.note(found.text());
    }
    FoundInputs result;
    for (const Error& failure : found.failures) {
        result.code =
            worse(result.code, reportFile(session, failure.where, failure, telling == Telling::Json, inputs.failedRow));
    }
    result.failures = std::move(found.failures);
    result.files = std::move(found.files);
    return result;
}

ExitCode forEachFound(Session& session, FoundInputs found, bool isDense,
                      const std::function<ExitCode(const std::string& file)>& one)
{
    std::vector<std::string> files;
    files.reserve(found.files.size());
    for (InputFile& input : found.files) {
        files.push_back(std::move(input.path));
    }
    found.files = {};
    return worse(found.code, forEachFile(session, files, isDense, one));
}

ExitCode forEachInput(Session& session, const FileInputs& inputs, Telling telling, bool isDense,
                      const std::function<ExitCode(const std::string& file)>& one)
{
    auto found = findInputs(session, inputs, TreeUse::Read, telling);
    if (!found) {
        return session.reportOptions(found.error());
    }
    return forEachFound(session, std::move(*found), isDense, one);
}

} // namespace cairn::cli
