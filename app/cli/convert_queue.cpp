#include "app/cli/convert_queue.h"

#include "app/cli/convert_report.h"
#include "app/cli/convert_targets.h"
#include "core/convert/copy_check.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

/// Two keep one disk busy while the other opens its file; more make it seek.
constexpr unsigned kUsualWorkers = 2;

std::size_t workersFor(const ConvertOptions& options)
{
    const unsigned usual = std::clamp(std::thread::hardware_concurrency(), 1U, kUsualWorkers);
    return std::min<std::size_t>(options.workers == 0 ? usual : options.workers, options.files.size());
}

std::uint64_t bytesOf(const std::string& file)
{
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failure);
    return failure ? 0 : bytes;
}

} // namespace

ConvertQueue::ConvertQueue(const ConvertOptions& options, const Progress& session)
    : m_options(options), m_map(options.recipe.mapOrCpu())
{
    for (const std::string& file : options.files) {
        m_tasks.emplace_back(file, session).fileBytes = bytesOf(file);
    }
    for (std::size_t i = workersFor(options); i > 0; --i) {
        m_workers.emplace_back([this] { work(); });
    }
}

void ConvertQueue::work()
{
    for (std::size_t i = m_next++; i < m_tasks.size(); i = m_next++) {
        ConvertTask& task = m_tasks[i];
        task.running = true;
        convert(task);
        task.running = false;
        const std::lock_guard lock(m_mutex);
        task.done = true;
        m_changed.notify_all();
    }
}

void ConvertQueue::convert(ConvertTask& task)
{
    if (task.progress.stopRequested()) {
        task.error = error(ErrorCode::Cancelled, "cancelled").in(task.file);
        return;
    }
    const std::string target = convertTarget(m_options, task.file);
    const convert::ExistingTarget existing = m_options.recipe.existing;
    if (m_options.inPlace ||
        (existing != convert::ExistingTarget::Number && existing != convert::ExistingTarget::Skip)) {
        convertTo(task, target);
    } else {
        convertToFreeName(task, target);
    }
    if (m_options.json && task.error && task.error->code != ErrorCode::Cancelled) {
        writeFailure(jobFor(task, target), *task.error);
    }
}

ConvertJob ConvertQueue::jobFor(ConvertTask& task, const std::string& target) const
{
    return {.options = m_options,
            .map = m_map,
            .file = task.file,
            .target = target,
            .report = task.report,
            .warnings = task.warnings,
            .bytesWritten = task.bytesWritten,
            .isSkipped = task.isSkipped,
            .progress = task.progress};
}

void ConvertQueue::convertTo(ConvertTask& task, const std::string& target)
{
    task.error.reset();
    auto code = runConvertJob(jobFor(task, target));
    if (code) {
        task.code = *code;
    } else {
        task.error = std::move(code).error();
    }
}

void ConvertQueue::convertToFreeName(ConvertTask& task, const std::string& wanted)
{
    const convert::Shards shards = convert::shardsOf(m_options.recipe);
    bool isTaken = true;
    while (isTaken) { // somebody else may take it meanwhile
        const auto name = m_names.take(wanted, task.file, m_options.recipe.existing, shards);
        if (!name) {
            task.error.reset();
            task.code = skipFile(jobFor(task, wanted), wanted + " is there already");
            return;
        }
        convertTo(task, *name);
        isTaken = task.error && task.error->code == ErrorCode::TargetExists && convert::isThere(*name, shards);
        if (task.error) {
            m_names.giveBack(*name);
        }
    }
}

bool ConvertQueue::waitFor(const ConvertTask& task)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::milliseconds(100), [&] { return task.done; });
}

BarState ConvertQueue::state()
{
    BarState state;
    state.files = m_tasks.size();
    const bool isOne = m_tasks.size() == 1;
    bool found = false;
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const ConvertTask& task = m_tasks[i];
        if (isOne) { // the bytes of the stage; of many files, those of the files
            state.totalBytes = task.progress.total();
            state.doneBytes = std::min(task.progress.done(), state.totalBytes);
        } else {
            const double part = task.done ? 1 : convert::partDone(task.progress, m_options.recipe.verify);
            state.doneBytes += static_cast<std::uint64_t>(part * static_cast<double>(task.fileBytes));
            state.totalBytes += task.fileBytes;
        }
        if (task.running && !found) {
            found = true;
            state.stage = task.progress.stage();
            state.name = std::filesystem::path(task.file).filename().string();
            state.file = i + 1;
        }
    }
    return state;
}

} // namespace cairn::cli
