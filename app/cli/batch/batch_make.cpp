#include "app/cli/batch/batch.h"

#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "app/cli/convert/convert_targets.h"
#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_plan.h"
#include "core/convert/batch/batch_shards.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/remote/address.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cairn::cli {

using convert::BatchUnit;

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostTasks = 1000; ///< unless more are asked for: what clusters let an array have

/// What a task should have. Tensors go through it in pieces, and what describes them is in memory: for 100 000 of them
/// a sixth of this at most.
constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 30;

Result<std::string> placeOf(const std::string& folder)
{
    std::error_code failure;
    const fs::path place = fs::absolute(folder, failure).lexically_normal();
    std::string text = platform::pathText(place.has_filename() ? place : place.parent_path());
    if (failure || text.empty() || text == "/") {
        return fail(error(ErrorCode::Usage, "this can be no folder of copies").in(folder));
    }
    return text;
}

Result<void> requireNewFolder(const std::string& folder)
{
    std::error_code failure;
    if (fs::exists(fs::symlink_status(folder, failure)) && !fs::is_empty(folder, failure)) {
        return fail(error(ErrorCode::TargetExists, "the folder of copies is there already, and is not empty")
                        .in(folder)
                        .because("A batch is moved into its place as a whole, so that nobody sees half of it")
                        .fix("Name a new folder with --out-dir"));
    }
    return {};
}

/// Settles what copies are to be, and where.
Result<void> settle(BatchPlanOptions& options)
{
    ConvertOptions& copies = options.copies;
    if (options.plan.empty()) {
        return fail(error(ErrorCode::Usage, "a plan needs a folder").fix("Name it with -o PLAN"));
    }
    CAIRN_TRY(settleRecipe(copies));
    if (copies.recipe.folder.empty()) {
        return fail(
            error(ErrorCode::Usage, "a batch writes its copies into a new folder").fix("Name it with --out-dir DIR"));
    }
    CAIRN_TRY(checkConvertOptions(copies));
    if (options.byShard && copies.recipe.shardSize.empty()) {
        return fail(error(ErrorCode::Usage, "--by-shard is about the files that --shard-size SIZE makes"));
    }
    CAIRN_ASSIGN(folder, placeOf(copies.recipe.folder));
    copies.recipe.folder = std::move(folder);
    copies.recipe.existing = convert::ExistingTarget::Refuse;
    return requireNewFolder(copies.recipe.folder);
}

struct Looks {
    std::vector<convert::InputStamp> stamps;
    std::map<std::size_t, Error> failures; ///< by the place of their input
};

/// Looks at all inputs, some at a time: over a network each look takes a while.
Looks lookAt(const std::vector<InputFile>& inputs, Progress& progress)
{
    constexpr std::size_t most = 16;
    progress.beginStage("looking", inputs.size());
    Looks looks{.stamps = std::vector<convert::InputStamp>(inputs.size()), .failures = {}};
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t at = next++; at < inputs.size() && !progress.stopRequested(); at = next++) {
            auto stamp = convert::stampOf(inputs[at].path);
            progress.add(1);
            if (stamp) {
                looks.stamps[at] = *stamp;
                continue;
            }
            const std::lock_guard lock(mutex);
            looks.failures.emplace(at, std::move(stamp).error());
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(most, inputs.size() / 64 + 1); ++i) {
        threads.emplace_back(work);
    }
    threads.clear(); // waits
    return looks;
}

/// The units of one input: itself, or each file of its copy.
Result<std::vector<BatchUnit>> unitsOf(const BatchPlanOptions& options, BatchUnit whole, Progress& progress)
{
    std::vector<BatchUnit> units;
    if (options.sums) {
        CAIRN_ASSIGN(sum, convert::sha256Of(whole.file, &progress));
        whole.sha256 = std::move(sum);
    }
    std::vector<std::uint64_t> files;
    if (options.byShard) {
        const convert::Recipe& recipe = options.copies.recipe;
        CAIRN_ASSIGN(found, convert::filesOfCopy(whole.file, recipe.folder + '/' + whole.out, recipe, progress));
        files = std::move(found);
    }
    if (files.size() <= 1) {
        units.push_back(std::move(whole));
        return units;
    }
    for (std::size_t part = 0; part < files.size(); ++part) {
        BatchUnit unit = whole;
        unit.part = part;
        unit.bytes = files[part];
        units.push_back(std::move(unit));
    }
    return units;
}

struct Units {
    std::vector<BatchUnit> units;
    std::size_t failed = 0;
    ExitCode code = ExitCode::Fine;
};

Units makeUnits(Session& session, const BatchPlanOptions& options, std::vector<InputFile> inputs)
{
    Progress& progress = session.progress;
    Looks looks = withBar(progress, session.terminal.charset, {}, [&] { return lookAt(inputs, progress); });
    std::error_code failure;
    const std::string here = platform::pathText(fs::current_path(failure)) + '/';
    const std::size_t folderBytes = options.copies.recipe.folder.size() + 1;
    Units made;
    made.units.reserve(inputs.size());
    const auto report = [&](const std::string& file, const Error& error) {
        ++made.failed;
        made.code = worse(made.code, reportFile(session, file, error, options.copies.json));
    };
    for (std::size_t i = 0; i < inputs.size() && !progress.stopRequested(); ++i) {
        if (const auto failed = looks.failures.find(i); failed != looks.failures.end()) {
            report(inputs[i].path, failed->second);
            continue;
        }
        BatchUnit whole;
        whole.out = convertTarget(options.copies, inputs[i]).substr(folderBytes);
        whole.file = fs::path(inputs[i].path).is_absolute() ? std::move(inputs[i].path) : here + inputs[i].path;
        whole.stamp = looks.stamps[i];
        whole.bytes = whole.stamp.bytes;
        auto units = unitsOf(options, whole, progress);
        if (!units) {
            report(whole.file, units.error());
            continue;
        }
        std::ranges::move(*units, std::back_inserter(made.units));
    }
    return made;
}

/// The folder of copies is new, so only two inputs can have one name there. Of a name a number alone is kept: what is
/// found only may be the same.
Result<void> requireOwnNames(const std::vector<BatchUnit>& units)
{
    std::vector<std::pair<std::size_t, std::size_t>> names;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].part.value_or(0) == 0) {
            names.emplace_back(std::hash<std::string>()(units[i].out), i);
        }
    }
    std::ranges::sort(names);
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = i + 1; j < names.size() && names[j].first == names[i].first; ++j) {
            const BatchUnit& first = units[names[i].second];
            const BatchUnit& second = units[names[j].second];
            if (first.out == second.out) {
                return fail(error(ErrorCode::Usage, "the copies of " + cairn::inQuotes(first.file) + " and " +
                                                        cairn::inQuotes(second.file) + " would have the same name")
                                .in(first.out)
                                .because("No plan was written")
                                .fix("Name the folder that they are in, with -r: then the copies have folders too. Or "
                                     "let their names differ: --name '{dir}-{stem}{ext}'"));
            }
        }
    }
    return {};
}

Result<std::uint64_t> tasksFor(const BatchPlanOptions& options, const std::vector<BatchUnit>& units)
{
    if (options.tasks != 0) {
        return options.tasks;
    }
    if (options.taskBytes.empty()) {
        return kMostTasks;
    }
    CAIRN_ASSIGN(size, convert::parseShardSize(options.taskBytes));
    std::uint64_t bytes = 0;
    for (const BatchUnit& unit : units) {
        bytes += unit.bytes;
    }
    return bytes / size + (bytes % size == 0 ? 0 : 1);
}

Result<void> refuseFarAway(const std::vector<InputFile>& inputs)
{
    for (const InputFile& input : inputs) {
        if (isStream(input.path) || remote::isAddress(input.path)) {
            return fail(error(ErrorCode::Usage, "a plan takes files and folders that all its machines see")
                            .in(input.path)
                            .fix("Put it into a file first"));
        }
    }
    return {};
}

void tell(Session& session, const BatchPlanOptions& options, const convert::BatchHead& head,
          const convert::BatchPlan& plan, std::size_t failed)
{
    const std::uint64_t largest = plan.taskBytes(0).value_or(0);
    const std::uint64_t smallest = plan.taskBytes(head.tasks - 1).value_or(0);
    if (options.copies.json) {
        JsonWriter json(session.output.buffer());
        beginDocument(json);
        json.key("plan").string(plan.folder());
        json.key("id").string(plan.id());
        json.key("folder").string(head.folder);
        json.key("tasks").number(head.tasks);
        json.key("files").number(head.units);
        json.key("failed").number(failed);
        json.key("bytes").number(head.bytes);
        json.key("largest_task").number(largest);
        json.key("smallest_task").number(smallest);
        json.key("memory").number(head.memoryBytes);
        json.endObject();
        json.endLine();
        return;
    }
    Screen screen(session.output, session.terminal);
    screen.line(screen.safe(plan.folder()), Ink::Bold);
    screen.line("  " + countOf(head.tasks, "task") + " for " + countOf(head.units, "file") + ", " +
                humanBytes(head.bytes) + ": of " + humanBytes(smallest) + " to " + humanBytes(largest));
    screen.line("  copies go to " + screen.safe(head.folder));
    screen.line("  next: `cairn-cli batch run " + screen.safe(shellFile(plan.folder())) +
                " --task N` for each, from 0 to " + std::to_string(head.tasks - 1));
}

} // namespace

ExitCode makeBatch(Session& session, BatchPlanOptions options)
{
    if (auto usable = settle(options); !usable) {
        return session.reportOptions(usable.error());
    }
    auto found = findInputs(session, options.copies.inputs, TreeUse::Copy, options.copies.telling(),
                            options.copies.recipe.folder);
    if (!found) {
        return session.reportOptions(found.error());
    }
    if (auto here = refuseFarAway(found->files); !here) {
        return session.reportOptions(here.error());
    }
    Units made = makeUnits(session, options, std::move(found->files));
    if (session.progress.stopRequested()) {
        return session.report(error(ErrorCode::Cancelled, "cancelled").because("No plan was written"));
    }
    const ExitCode code = worse(found->code, made.code);
    if (auto own = requireOwnNames(made.units); !own) {
        return session.reportOptions(own.error());
    }
    if (made.units.empty()) {
        return code != ExitCode::Fine ? code
                                      : session.reportOptions(error(ErrorCode::Usage, "there is nothing to plan"));
    }
    const auto tasks = tasksFor(options, made.units);
    if (!tasks) {
        return session.reportOptions(tasks.error());
    }
    convert::BatchHead head{.recipe = options.copies.recipe,
                            .folder = options.copies.recipe.folder,
                            .isLenient = options.copies.lenient || !options.copies.recipeFile.empty(),
                            .refusesDangerous = options.copies.noDangerous,
                            .tasks = *tasks,
                            .memoryBytes = kMemoryBytes};
    if (auto written = convert::writeBatchPlan(options.plan, head, std::move(made.units)); !written) {
        return session.reportOptions(written.error());
    }
    const auto plan = convert::BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    tell(session, options, head, *plan, found->failed + made.failed);
    return code;
}

} // namespace cairn::cli
