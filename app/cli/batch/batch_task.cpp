#include "app/cli/batch/batch_task.h"

#include "app/cli/convert/convert_job.h"
#include "app/cli/convert/convert_options.h"
#include "core/base/files/folder_walk.h"
#include "core/base/platform/file.h"
#include "core/base/platform/machine.h"
#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/stopwatch.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cairn::cli {

using convert::BatchPlan;
using convert::BatchUnit;
using convert::TaskResult;
using convert::TaskState;

namespace {

namespace fs = std::filesystem;

constexpr int kMostTries = 5;

/// What became of one input.
struct UnitEnd {
    std::optional<Error> error;
    std::vector<TaskResult::Output> outputs;
    std::vector<std::string> warnings;
    bool isSkipped = false;
};

std::optional<std::uint64_t> bytesAt(const std::string& path)
{
    const auto status = platform::statusOf(path, platform::Links::Keep);
    const bool isFile = status && status->kind == platform::FileKind::Regular;
    return isFile ? std::optional(status->sizeBytes) : std::nullopt;
}

/// The copies, and of one that is a folder what is in it.
std::vector<std::string> filesOf(const std::vector<std::string>& copies)
{
    std::vector<std::string> files;
    for (const std::string& copy : copies) {
        std::error_code failure;
        if (!fs::is_directory(copy, failure)) {
            files.push_back(copy);
            continue;
        }
        const FolderContent content = contentOf(copy);
        files.insert(files.end(), content.files.begin(), content.files.end());
    }
    return files;
}

Error changed(const BatchUnit& unit, Message what)
{
    return error(ErrorCode::FileChanged, std::move(what)).in(unit.file);
}

/// An error, if an input is not what it was when the plan was made.
Result<void> requireUnchanged(const BatchUnit& unit, Progress& progress)
{
    const auto stamp = convert::stampOf(unit.file);
    if (!stamp) {
        return fail(changed(unit, message("the input cannot be looked at any more: %1", stamp.error().what)));
    }
    if (*stamp != unit.stamp) {
        return fail(changed(unit, stamp->bytes != unit.stamp.bytes
                                      ? message("the input has changed since the plan was made: it had %1, and has %2",
                                                humanBytes(unit.stamp.bytes), humanBytes(stamp->bytes))
                                      : message("the input was written to since the plan was made")));
    }
    if (unit.sha256.empty()) {
        return {};
    }
    CAIRN_ASSIGN(sum, convert::sha256Of(unit.file, &progress));
    return sum == unit.sha256
               ? Result<void>()
               : fail(changed(unit, message("the bytes of the input are others than when the plan was made")));
}

/// The inputs that have changed. An error, if that was stopped.
Result<std::vector<TaskResult::Failure>> staleInputs(const std::vector<BatchUnit>& units, Progress& progress)
{
    std::vector<TaskResult::Failure> stale;
    std::string last; // parts of one input follow each other
    for (const BatchUnit& unit : units) {
        CAIRN_TRY(checkStop(progress));
        if (auto same = unit.file == last ? Result<void>() : requireUnchanged(unit, progress); !same) {
            stale.push_back(convert::failureOf(unit.file, same.error()));
        }
        last = unit.file;
    }
    return stale;
}

Result<void> makeFolderOf(const std::string& target)
{
    std::error_code failure;
    const fs::path folder = fs::path(target).parent_path();
    fs::create_directories(folder, failure);
    return failure ? fail(error(ErrorCode::WriteFailed, message("cannot make the folder: %1", failure.message()))
                              .in(platform::pathText(folder)))
                   : Result<void>();
}

/// What somebody else made under that name is theirs, and what is in it need not be a copy.
Result<void> requireOwn(const std::string& unfinished)
{
    const auto status = platform::statusOf(unfinished, platform::Links::Keep);
    if (status && status->kind != platform::FileKind::Folder) {
        return fail(
            error(ErrorCode::TargetExists, message("something else has the name of the folder of unfinished copies"))
                .in(unfinished));
    }
    if (status && status->owner != platform::ownUser()) {
        return fail(error(ErrorCode::TargetExists, message("the folder of unfinished copies is another user's"))
                        .in(unfinished)
                        .fix(message("Let its owner run the tasks, or plan again, beside no folder of others")));
    }
    return {};
}

/// The options of `convert` that the plan stands for.
ConvertOptions optionsOf(const BatchPlan& plan)
{
    ConvertOptions options;
    options.recipe = plan.head().recipe;
    options.recipe.folder = plan.unfinishedFolder();
    options.recipe.existing = convert::ExistingTarget::Update; // what an earlier run left is whole
    options.lenient = plan.head().isLenient;
    options.noDangerous = plan.head().refusesDangerous;
    options.quiet = true;
    return options;
}

Result<UnitEnd> convertUnit(const ConvertOptions& options, const devices::MapLocation& map, const BatchUnit& unit,
                            Progress& progress)
{
    const std::string top = options.recipe.folder + '/';
    UnitEnd end;
    std::string report;
    std::string danger;
    std::uint64_t bytesWritten = 0;
    checkpoint::TrustVerdict trust;
    std::vector<std::string> files;
    CAIRN_TRY(makeFolderOf(top + unit.out));
    CAIRN_TRY(requireOwn(options.recipe.folder));
    const auto convert = [&] {
        end = {};
        return runConvertJob({.options = options,
                              .map = map,
                              .file = unit.file,
                              .target = top + unit.out,
                              .report = report,
                              .warnings = end.warnings,
                              .bytesWritten = bytesWritten,
                              .isSkipped = end.isSkipped,
                              .trust = trust,
                              .danger = danger,
                              .progress = progress,
                              .part = unit.part,
                              .files = &files});
    };
    auto code = convert();
    for (int tries = 1; !code && code.error().code == ErrorCode::FileChanged && tries < kMostTries; ++tries) {
        code = convert(); // another run of the task put its copy there meanwhile; it is the same
    }
    if (!code) {
        return fail(std::move(code).error());
    }
    if (*code != ExitCode::Fine) {
        return fail(error(ErrorCode::Internal, message("the input got no copy, and no reason")).in(unit.file));
    }
    if (!danger.empty()) {
        end.warnings.push_back(std::move(danger));
    }
    const auto stamp = convert::stampOf(unit.file);
    if (!stamp || *stamp != unit.stamp) {
        return fail(changed(unit, message("the input has changed while it was converted")));
    }
    for (const std::string& file : filesOf(files)) {
        const auto bytes = file.starts_with(top) ? bytesAt(file) : std::nullopt;
        if (!bytes) {
            return fail(error(ErrorCode::FileChanged, message("the copy is gone that was just written")).in(file));
        }
        end.outputs.push_back({.out = file.substr(top.size()), .bytes = *bytes});
        end.isSkipped = false; // it may have been there already
    }
    return end;
}

/// Of all inputs, in their order.
std::vector<UnitEnd> convertUnits(const BatchPlan& plan, const std::vector<BatchUnit>& units, unsigned workers,
                                  Progress& progress)
{
    const ConvertOptions options = optionsOf(plan);
    const devices::MapLocation map = options.recipe.mapOrCpu();
    std::vector<UnitEnd> ends(units.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t at = next++; at < units.size() && !progress.stopRequested(); at = next++) {
            Progress own(progress);
            auto end = convertUnit(options, map, units[at], own);
            progress.add(units[at].bytes);
            if (end) {
                ends[at] = std::move(*end);
            } else {
                ends[at].error = std::move(end).error();
            }
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::min<std::size_t>(workers, units.size()); ++i) {
        threads.emplace_back(work);
    }
    work();
    threads.clear(); // waits
    return ends;
}

} // namespace

bool isDone(const BatchPlan& plan, std::uint64_t task)
{
    const auto result = convert::readResult(plan, task);
    return result && result->state == TaskState::Done &&
           std::ranges::all_of(result->outputs, [&](const TaskResult::Output& output) {
               return bytesAt(plan.unfinishedFolder() + '/' + output.out) == output.bytes ||
                      bytesAt(plan.head().folder + '/' + output.out) == output.bytes;
           });
}

Result<TaskResult> doTask(const BatchPlan& plan, std::uint64_t task, unsigned workers, Progress& progress)
{
    const Stopwatch watch;
    CAIRN_ASSIGN(units, plan.task(task));
    CAIRN_TRY(requireOwn(plan.unfinishedFolder()));
    TaskResult result;
    result.files = units.size();
    result.host = platform::hostName();
    result.began =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    progress.beginStage("looking", 0);
    CAIRN_ASSIGN(stale, staleInputs(units, progress));
    if (!stale.empty()) {
        result.state = TaskState::Stale;
        result.failures = std::move(stale);
        return result;
    }
    std::uint64_t bytes = 0;
    for (const BatchUnit& unit : units) {
        bytes += unit.bytes;
    }
    progress.beginStage("converting", bytes);
    std::vector<UnitEnd> ends = convertUnits(plan, units, workers, progress);
    if (progress.stopRequested()) {
        return fail(error(ErrorCode::Cancelled, message("cancelled"))
                        .because(message("Copies that are whole stay, and of the others nothing is left"))
                        .fix(message("Run the task again")));
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
        UnitEnd& end = ends[i];
        std::ranges::move(end.outputs, std::back_inserter(result.outputs));
        for (const std::string& warning : end.warnings) {
            result.warnings.push_back(units[i].file + ": " + warning);
        }
        result.skipped += end.isSkipped && !end.error ? 1U : 0U;
        if (end.error) {
            result.state = TaskState::Failed;
            result.failures.push_back(convert::failureOf(units[i].file, *end.error));
        }
    }
    result.bytes = bytes;
    result.seconds = watch.seconds();
    return result;
}

} // namespace cairn::cli
