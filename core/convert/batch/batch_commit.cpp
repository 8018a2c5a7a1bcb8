#include "core/convert/batch/batch_commit.h"

#include "core/base/files/file_sink.h"
#include "core/base/files/folder_walk.h"
#include "core/base/json/json_writer.h"
#include "core/base/platform/file.h"
#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cerrno>
#include <expected>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

bool isFolder(const std::string& path)
{
    const auto status = platform::statusOf(path, platform::Links::Keep);
    return status && status->kind == platform::FileKind::Folder; // no link of somebody's
}

std::unexpected<Error> tasksAreLeft(const BatchPlan& plan, std::uint64_t left, Message advice)
{
    return fail(error(ErrorCode::UnmetRequest,
                      message("%1 of %2 not done yet", groupedDigits(left), countOf(plan.head().tasks, "task")))
                    .in(plan.folder())
                    .because(message("Nothing was moved"))
                    .fix(std::move(advice)));
}

/// The inputs that failed, where that is taken.
Result<TaskFailures> requireOver(const BatchPlan& plan, CommitOf what)
{
    CAIRN_ASSIGN(state, stateOf(plan, ~std::size_t{0}));
    if (what == CommitOf::All) {
        return state.left.empty()
                   ? Result<TaskFailures>()
                   : tasksAreLeft(plan, state.left.size(),
                                  message("`cairn-cli batch status` says what failed, and `cairn-cli batch retry` what "
                                          "to run; --without-failed takes what is there"));
    }
    if (const std::uint64_t waiting = state.left.size() - state.failed - state.stale; waiting != 0) {
        return tasksAreLeft(plan, waiting,
                            message("--without-failed leaves out what failed, and not what was never tried: "
                                    "`cairn-cli batch retry` says what to run"));
    }
    std::set<std::pair<std::uint64_t, std::string>> told;
    for (const auto& [task, failure] : state.failures) {
        told.emplace(task, failure.file);
    }
    for (const std::uint64_t task : state.left) {
        CAIRN_ASSIGN(units, plan.task(task));
        if (std::ranges::any_of(units, [](const BatchUnit& unit) { return unit.part.has_value(); })) {
            return tasksAreLeft(plan, state.left.size(),
                                message("Copies whose files are written by several tasks are whole or of no use: run "
                                        "what `cairn-cli batch retry` says"));
        }
        for (const BatchUnit& unit : state.each[task] == TaskProgress::Stale ? units : std::vector<BatchUnit>()) {
            if (told.emplace(task, unit.file).second) {
                const Error notTried = error(ErrorCode::FileChanged,
                                             message("it was not tried, since another input of its task has changed"))
                                           .in(unit.file);
                state.failures.emplace_back(task, failureOf(unit.file, notTried));
            }
        }
    }
    return std::move(state.failures);
}

/// All copies that tasks wrote lie in this folder, each with its size, and nothing else does.
Result<CommitReport> checkCopies(const BatchPlan& plan, const std::string& folder, Progress& progress)
{
    CommitReport report;
    for (std::uint64_t task = 0; task < plan.head().tasks; ++task) {
        CAIRN_TRY(checkStop(progress));
        const auto result = readResult(plan, task);
        for (const TaskResult::Output& output : result ? result->outputs : std::vector<TaskResult::Output>()) {
            const std::string path = folder + '/' + output.out;
            const auto status = platform::statusOf(path, platform::Links::Keep);
            const bool isThere = status && status->kind == platform::FileKind::Regular;
            if (!isThere || status->sizeBytes != output.bytes) {
                return fail(
                    error(ErrorCode::FileChanged, isThere ? message("a copy has another size than its task wrote")
                                                          : message("a copy is gone that its task wrote"))
                        .in(path)
                        .because(message("Nothing was moved"))
                        .fix(message("Remove %1 and run task %2 again", plan.resultPath(task), std::to_string(task))));
            }
            ++report.files;
            report.bytes += output.bytes;
        }
        progress.add(1);
    }
    std::uint64_t files = 0;
    walkFolders(folder, [&](FolderContent& content) {
        FileSink::removeLeftovers(content.path, [](std::string_view) { return true; });
        files += content.files.size();
        return true;
    });
    if (files != report.files) {
        return fail(error(ErrorCode::FileChanged, message("there are %1 and not %2 where the copies wait",
                                                          countOf(files, "file"), groupedDigits(report.files)))
                        .in(folder)
                        .because(message("Nothing was moved"))
                        .fix(message("Take away what no task wrote")));
    }
    return report;
}

Result<void> rename(const std::string& from, const std::string& to)
{
    if (!platform::rename(from, to)) {
        const bool isThere = errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR;
        return fail(error(isThere ? ErrorCode::TargetExists : ErrorCode::WriteFailed,
                          isThere ? message("the folder of copies is there already, and is not empty")
                                  : message("cannot give the folder of copies its name: %1", systemReason(errno)))
                        .in(to)
                        .because(message("Nothing was moved"))
                        .fix(message("Move that away; the copies wait in %1", from)));
    }
    platform::syncFolder(platform::pathText(fs::path(to).parent_path()));
    return {};
}

/// Gives a copy its place among those that were moved before, unless something is there. Whether it has it.
Result<bool> moveIfFree(const std::string& file, const std::string& target)
{
    const fs::path place(target);
    const Descriptor folder = platform::open(platform::pathText(place.parent_path()), platform::Open::Folder);
    const Descriptor opened = platform::open(file, platform::Open::Change);
    if (folder.isOpen() && platform::renameIn(folder, opened, file, platform::pathText(place.filename()), false)) {
        platform::syncFolder(folder);
        return true;
    }
    return errno == EEXIST
               ? Result<bool>(false)
               : fail(error(ErrorCode::WriteFailed, message("cannot give the copy its name: %1", systemReason(errno)))
                          .in(target)
                          .fix(message("It waits as %1", file)));
}

/// What a task that was run again wrote for copies that failed before, or were lost since all of them were moved.
/// Whether there was something.
Result<bool> moveMissing(const std::string& from, const std::string& to)
{
    bool hasMoved = false;
    std::vector<std::string> files;
    std::vector<std::string> folders;
    walkFolders(from, [&](FolderContent& content) {
        files.insert(files.end(), content.files.begin(), content.files.end());
        folders.push_back(content.path);
        return true;
    });
    for (const std::string& file : files) {
        const std::string target = to + file.substr(from.size());
        std::error_code failure;
        if (const auto status = platform::statusOf(target, platform::Links::Keep)) { // nothing is written over
            if (status->kind == platform::FileKind::Regular && status->sizeBytes == fs::file_size(file, failure)) {
                (void)platform::remove(file); // made once more
            }
            continue;
        }
        fs::create_directories(fs::path(target).parent_path(), failure);
        CAIRN_ASSIGN(isMoved, moveIfFree(file, target));
        hasMoved = hasMoved || isMoved;
    }
    std::ranges::sort(folders, std::greater()); // what is below first
    for (const std::string& folder : folders) {
        std::error_code isUsed;
        fs::remove(folder, isUsed);
    }
    return hasMoved;
}

Result<void> writeMarker(const BatchPlan& plan, const CommitReport& report)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("plan").string(plan.id());
    json.key("files").number(report.files);
    json.key("bytes").number(report.bytes);
    json.endObject();
    json.endLine();
    CAIRN_ASSIGN(sink, FileSink::create(plan.finishedPath(), FileSink::Existing::Replace));
    CAIRN_TRY(sink->write(std::string_view(text)));
    return sink->commit();
}

} // namespace

Result<CommitReport> commitBatch(const BatchPlan& plan, Progress& progress, CommitOf what)
{
    progress.beginStage("checking", plan.head().tasks);
    CAIRN_ASSIGN(leftOut, requireOver(plan, what));
    const std::string unfinished = plan.unfinishedFolder();
    std::error_code failure;
    const bool isFinished = fs::exists(plan.finishedPath(), failure);
    // By a run that is over. A task that ran a second time meanwhile may have made the other folder again.
    const bool isMoved = isFolder(plan.head().folder) && (isFinished || !isFolder(unfinished));
    if (!isMoved && !isFolder(unfinished)) { // no task had a copy to make
        fs::create_directory(unfinished, failure);
    }
    bool hasAdded = false;
    if (isMoved && isFolder(unfinished)) {
        CAIRN_ASSIGN(hasMoved, moveMissing(unfinished, plan.head().folder));
        hasAdded = hasMoved;
    }
    CAIRN_ASSIGN(report, checkCopies(plan, isMoved ? plan.head().folder : unfinished, progress));
    report.wasFinished = isMoved && isFinished && !hasAdded;
    report.leftOut = std::move(leftOut);
    if (!isMoved) {
        CAIRN_TRY(rename(unfinished, plan.head().folder));
    }
    if (!report.wasFinished) {
        CAIRN_TRY(writeMarker(plan, report));
    }
    return report;
}

} // namespace cairn::convert
