#include "app/cli/convert/convert_queue.h"

#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_targets.h"
#include "core/base/platform/path_text.h"
#include "core/convert/common/copy_check.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

/// Two keep one disk busy while the other opens its file; more make it seek.
constexpr unsigned kUsualWorkers = 2;

/// How far workers may be ahead of what is printed: reports wait for their turn.
constexpr std::size_t kMostHeld = 256;

std::size_t workersFor(const ConvertOptions& options, std::size_t inputs)
{
    const unsigned usual = std::clamp(std::thread::hardware_concurrency(), 1U, kUsualWorkers);
    return std::min<std::size_t>(options.workers == 0 ? usual : options.workers, inputs);
}

std::uint64_t bytesOf(const std::string& file)
{
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failure);
    return failure ? 0 : bytes;
}

} // namespace

ConvertQueue::ConvertQueue(const ConvertOptions& options, const std::vector<InputFile>& inputs, const Progress& session)
    : m_options(options), m_inputs(inputs), m_session(session), m_map(options.recipe.mapOrCpu())
{
    for (const InputFile& input : inputs) {
        m_totalBytes += bytesOf(input.path);
    }
    for (std::size_t i = workersFor(options, inputs.size()); i > 0; --i) {
        m_workers.emplace_back([this] { work(); });
    }
}

ConvertQueue::~ConvertQueue()
{
    const std::lock_guard lock(m_mutex);
    m_isAbandoned = true;
    m_changed.notify_all();
}

ConvertTask* ConvertQueue::begin()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isAbandoned || m_tasks.size() < kMostHeld; });
    const std::size_t next = m_taken + m_tasks.size();
    if (m_isAbandoned || next == m_inputs.size() || m_session.stopRequested()) {
        return nullptr;
    }
    m_tasks.push_back(std::make_unique<ConvertTask>(m_inputs[next], next + 1, m_session));
    return m_tasks.back().get();
}

void ConvertQueue::work()
{
    while (ConvertTask* task = begin()) {
        task->fileBytes = bytesOf(task->input.path);
        task->running = true;
        convert(*task);
        task->running = false;
        const std::lock_guard lock(m_mutex);
        task->done = true;
        m_changed.notify_all();
    }
}

bool ConvertQueue::isAtEnd()
{
    const std::lock_guard lock(m_mutex);
    return m_tasks.empty() && (m_taken == m_inputs.size() || m_session.stopRequested());
}

std::unique_ptr<ConvertTask> ConvertQueue::takeNext()
{
    std::unique_lock lock(m_mutex);
    const auto isDone = [this] { return !m_tasks.empty() && m_tasks.front()->done; };
    if (!m_changed.wait_for(lock, std::chrono::milliseconds(100), isDone)) {
        return nullptr;
    }
    std::unique_ptr<ConvertTask> task = std::move(m_tasks.front());
    m_tasks.pop_front();
    ++m_taken;
    m_takenBytes += task->fileBytes;
    m_changed.notify_all();
    return task;
}

std::vector<std::string> ConvertQueue::newFolders()
{
    const std::lock_guard lock(m_mutex);
    return {m_newFolders.rbegin(), m_newFolders.rend()};
}

Result<void> ConvertQueue::makeFolderOf(const std::string& target)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(target).parent_path();
    std::error_code failure;
    const std::lock_guard lock(m_mutex); // or two workers would both think that they made it
    for (fs::path part = folder; !part.empty() && !fs::exists(part, failure); part = part.parent_path()) {
        m_newFolders.insert(platform::pathText(part));
    }
    fs::create_directories(folder, failure);
    if (failure) {
        return fail(error(ErrorCode::WriteFailed, message("cannot make the folder: %1", failure.message()))
                        .in(platform::pathText(folder)));
    }
    return {};
}

void ConvertQueue::convert(ConvertTask& task)
{
    const std::string target = convertTarget(m_options, task.input);
    const convert::ExistingTarget existing = m_options.recipe.existing;
    const bool isInTree = !task.input.below.empty() && m_options.makesFolder() && !m_options.dryRun;
    if (auto made = isInTree ? makeFolderOf(target) : Result<void>(); !made) {
        task.error = std::move(made).error().in(task.input.path);
    } else if (existing == convert::ExistingTarget::Skip && !m_options.inPlace && !m_options.noDangerous &&
               convert::isThere(target, convert::shardsOf(m_options.recipe))) { // then the input need not be opened
        const std::string unseen = m_options.recipe.verify ? ", and was not looked at" : "";
        task.code = skipFile(jobFor(task, target), target + " is there already" + unseen);
    } else if (auto code = runConvertJob(jobFor(task, target)); code) {
        task.code = *code;
    } else {
        task.error = std::move(code).error();
    }
    if (m_options.json && task.error && task.error->code != ErrorCode::Cancelled) {
        writeFailure(jobFor(task, target), *task.error);
    }
}

ConvertJob ConvertQueue::jobFor(ConvertTask& task, const std::string& target)
{
    const convert::ExistingTarget existing = m_options.recipe.existing;
    const bool isNamed = existing == convert::ExistingTarget::Number || existing == convert::ExistingTarget::Skip;
    return {.options = m_options,
            .map = m_map,
            .file = task.input.path,
            .target = target,
            .names = isNamed && !m_options.inPlace ? &m_names : nullptr,
            .report = task.report,
            .warnings = task.warnings,
            .bytesWritten = task.bytesWritten,
            .isSkipped = task.isSkipped,
            .trust = task.trust,
            .danger = task.danger,
            .progress = task.progress,
            .isFound = !task.input.below.empty(),
            .unusedRules = &task.unusedRules};
}

BarState ConvertQueue::state()
{
    BarState state;
    state.files = m_inputs.size();
    const std::lock_guard lock(m_mutex);
    state.totalBytes = m_totalBytes;
    state.doneBytes = m_takenBytes;
    bool found = false;
    for (const auto& task : m_tasks) {
        const double part = task->done ? 1 : convert::partDone(task->progress, m_options.recipe.verify);
        state.doneBytes += static_cast<std::uint64_t>(part * static_cast<double>(task->fileBytes));
        if (task->running && !found) {
            found = true;
            state.stage = task->progress.stage();
            state.name = std::filesystem::path(task->input.path).filename().string();
            state.file = task->number;
        }
    }
    if (m_inputs.size() == 1 && found) { // the bytes of the stage; of many files, those of the files
        state.totalBytes = m_tasks.front()->progress.total();
        state.doneBytes = std::min(m_tasks.front()->progress.done(), state.totalBytes);
    }
    return state;
}

} // namespace cairn::cli
