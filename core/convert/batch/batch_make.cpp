#include "core/convert/batch/batch_make.h"

#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_result.h"
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

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

/// What a task should have. Tensors go through it in pieces, and what describes them is in memory: for 100 000 of them
/// a sixth of this at most.
constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 30;

Result<std::string> placeOf(const std::string& folder)
{
    std::error_code failure;
    const fs::path place = fs::absolute(folder, failure).lexically_normal();
    std::string text = platform::pathText(place.has_filename() ? place : place.parent_path());
    if (failure || text.empty() || text == "/") {
        return fail(error(ErrorCode::Usage, message("this can be no folder of copies")).in(folder));
    }
    return text;
}

/// Where links lead, with a / at its end; of what is not there yet, as far as it is.
std::string realPlaceOf(const std::string& folder)
{
    std::error_code failure;
    const fs::path place = fs::absolute(folder, failure);
    const fs::path real = fs::weakly_canonical(place, failure);
    return platform::pathText((failure ? place.lexically_normal() : real) / "");
}

Result<void> requireNewFolder(const std::string& folder)
{
    std::error_code failure;
    if (fs::exists(fs::symlink_status(folder, failure)) && !fs::is_empty(folder, failure)) {
        return fail(error(ErrorCode::TargetExists, message("the folder of copies is there already, and is not empty"))
                        .in(folder)
                        .because(message("A batch is moved into its place as a whole, so that nobody sees half of it"))
                        .fix(message("Name a new folder")));
    }
    return {};
}

struct Looks {
    std::vector<InputStamp> stamps;
    std::map<std::size_t, Error> failures; ///< by the place of their input
};

/// Some at a time: over a network each look takes a while.
Looks lookAt(const std::vector<InputFile>& inputs, Progress& progress)
{
    constexpr std::size_t most = 16;
    progress.beginStage("looking", inputs.size());
    Looks looks{.stamps = std::vector<InputStamp>(inputs.size()), .failures = {}};
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t at = next++; at < inputs.size() && !progress.stopRequested(); at = next++) {
            auto stamp = stampOf(inputs[at].path);
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
Result<std::vector<BatchUnit>> unitsOf(const BatchRequest& request, BatchUnit whole, const Progress& progress)
{
    Progress own(progress); // of one input among many
    std::vector<BatchUnit> units;
    if (request.sums) {
        CAIRN_ASSIGN(sum, sha256Of(whole.file, &own));
        whole.sha256 = std::move(sum);
    }
    std::vector<std::uint64_t> files;
    if (request.byShard) {
        const Recipe& recipe = request.recipe;
        CAIRN_ASSIGN(found, filesOfCopy(whole.file, recipe.folder + '/' + whole.out, recipe, own));
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
                return fail(
                    error(ErrorCode::Usage, message("the copies of %1 and %2 would have the same name",
                                                    inQuotes(first.file), inQuotes(second.file)))
                        .in(first.out)
                        .because(message("No plan was written"))
                        .fix(message("Let their names differ, as with the pattern %1", inQuotes("{dir}-{stem}{ext}"))));
            }
        }
    }
    return {};
}

Result<std::uint64_t> tasksFor(const BatchRequest& request, const std::vector<BatchUnit>& units)
{
    if (request.tasks != 0) {
        return request.tasks;
    }
    if (request.taskBytes.empty()) {
        return kArrayJobs;
    }
    CAIRN_ASSIGN(size, parseShardSize(request.taskBytes));
    std::uint64_t bytes = 0;
    for (const BatchUnit& unit : units) {
        bytes += unit.bytes;
    }
    return bytes / size + (bytes % size == 0 ? 0 : 1);
}

} // namespace

Result<void> settleBatch(BatchRequest& request)
{
    CAIRN_ASSIGN(folder, placeOf(request.recipe.folder));
    request.recipe.folder = std::move(folder);
    request.recipe.existing = ExistingTarget::Refuse;
    if (!request.taskBytes.empty()) {
        CAIRN_TRY(parseShardSize(request.taskBytes));
    }
    return requireNewFolder(request.recipe.folder);
}

Result<BatchInputs> lookAtInputs(const BatchRequest& request, std::vector<InputFile> inputs, Progress& progress)
{
    for (const InputFile& input : inputs) {
        if (remote::isAddress(input.path)) {
            return fail(error(ErrorCode::Usage, message("a plan takes files and folders that all its machines see"))
                            .in(input.path)
                            .fix(message("Put it into a file first")));
        }
    }
    const Looks looks = lookAt(inputs, progress);
    CAIRN_TRY(checkStop(progress));
    std::error_code failure;
    const std::string here = platform::pathText(fs::current_path(failure)) + '/';
    const std::size_t folderBytes = request.recipe.folder.size() + 1;
    BatchInputs found;
    found.units.reserve(inputs.size());
    progress.beginStage("reading", inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        CAIRN_TRY(checkStop(progress));
        InputFile& input = inputs[i];
        progress.add(1);
        if (const auto failed = looks.failures.find(i); failed != looks.failures.end()) {
            found.leftOut.push_back({.file = std::move(input.path), .error = failed->second});
            continue;
        }
        BatchUnit whole;
        whole.out = targetFor(request.recipe, input.path, input.below).substr(folderBytes);
        whole.file = fs::path(input.path).is_absolute() ? std::move(input.path) : here + input.path;
        whole.stamp = looks.stamps[i];
        whole.bytes = whole.stamp.bytes;
        auto units = unitsOf(request, whole, progress);
        CAIRN_TRY(checkStop(progress));
        if (!units) {
            found.leftOut.push_back({.file = whole.file, .error = std::move(units).error()});
            continue;
        }
        std::ranges::move(*units, std::back_inserter(found.units));
    }
    CAIRN_TRY(requireOwnNames(found.units));
    return found;
}

Result<BatchHead> makeBatchPlan(const BatchRequest& request, const std::string& folder, std::vector<BatchUnit> units,
                                Progress& progress)
{
    if (units.empty()) {
        return fail(error(ErrorCode::Usage, message("there is nothing to plan")));
    }
    if (realPlaceOf(folder).starts_with(realPlaceOf(request.recipe.folder))) {
        return fail(error(ErrorCode::Usage, message("the plan cannot be in the folder of copies")).in(folder));
    }
    CAIRN_ASSIGN(tasks, tasksFor(request, units));
    BatchHead head{.recipe = request.recipe,
                   .folder = request.recipe.folder,
                   .isLenient = request.isLenient,
                   .refusesDangerous = request.refusesDangerous,
                   .tasks = tasks,
                   .memoryBytes = kMemoryBytes};
    CAIRN_TRY(writeBatchPlan(folder, head, std::move(units), &progress));
    return head;
}

} // namespace cairn::convert
