#include "app/cli/batch/batch.h"
#include "app/cli/batch/batch_json.h"
#include "app/cli/batch/batch_task.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

namespace cairn::cli {

using convert::BatchPlan;
using convert::TaskResult;
using convert::TaskState;

namespace {

constexpr const char* kSlurmTask = "SLURM_ARRAY_TASK_ID";

/// Takes the mark of a task that runs away again, however that ends.
class Mark {
public:
    Mark(const BatchPlan& plan, std::uint64_t task) : m_plan(plan), m_task(task) {}
    ~Mark() { convert::unmark(m_plan, m_task); }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

private:
    const BatchPlan& m_plan;
    std::uint64_t m_task;
};

ExitCode codeOf(TaskState state)
{
    switch (state) {
    case TaskState::Done: return ExitCode::Fine;
    case TaskState::Failed: return ExitCode::NegativeVerdict;
    case TaskState::Stale: return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

void tellDone(Session& session, const BatchRunOptions& options, const BatchPlan& plan, std::uint64_t task)
{
    if (options.json) {
        writeTaskJson(session.output, plan, task, convert::readResult(plan, task).value_or(TaskResult()), true);
    } else if (!options.quiet) {
        session.output.write("task " + std::to_string(task) + ": is done already\n");
    }
}

void tell(Session& session, const BatchRunOptions& options, const BatchPlan& plan, std::uint64_t task,
          const TaskResult& result)
{
    constexpr std::size_t mostTold = 20;
    for (std::size_t i = 0; i < std::min(result.failures.size(), mostTold); ++i) {
        session.note("task " + std::to_string(task) + ": " + result.failures[i].text);
    }
    if (result.failures.size() > mostTold) {
        session.note("and " + countOf(result.failures.size() - mostTold, "more") + ", in " + plan.resultPath(task));
    }
    if (!result.warnings.empty()) {
        session.warn(result.warnings.front() + (result.warnings.size() == 1
                                                    ? ""
                                                    : "; and " + countOf(result.warnings.size() - 1, "more warning") +
                                                          ", in " + plan.resultPath(task)));
    }
    if (options.json) {
        writeTaskJson(session.output, plan, task, result, false);
        return;
    }
    if (options.quiet) {
        return;
    }
    std::string text = "task " + std::to_string(task) + ": ";
    if (result.state == TaskState::Stale) {
        text += "stale: " + countOf(result.failures.size(), "input has", "inputs have") +
                " changed since the plan was made; nothing was done";
    } else {
        text += countOf(result.files - result.failures.size() - result.skipped, "file") + " converted";
        text += result.skipped == 0 ? "" : ", " + groupedDigits(result.skipped) + " skipped";
        text += result.failures.empty() ? "" : ", " + groupedDigits(result.failures.size()) + " failed";
        text += ", " + humanBytes(result.bytesWritten()) + " written in " + shortTime(result.seconds);
    }
    session.output.write(text + '\n');
    session.output.flush();
}

ExitCode runTask(Session& session, const BatchRunOptions& options, const BatchPlan& plan, std::uint64_t task)
{
    if (isDone(plan, task)) {
        tellDone(session, options, plan, task);
        return ExitCode::Fine;
    }
    convert::markBegun(plan, task); // for those that look for the next one, and for status
    const Mark mark(plan, task);
    auto result = withBar(session.progress, session.terminal.charset, "task " + std::to_string(task),
                          [&] { return doTask(plan, task, options.workers, session.progress); });
    if (!result) {
        return session.reportOptions(result.error());
    }
    if (auto written = convert::writeResult(plan, task, *result); !written) {
        return session.report(written.error());
    }
    if (result->state != TaskState::Done && isDone(plan, task)) { // another run of it was quicker
        tellDone(session, options, plan, task);
        return ExitCode::Fine;
    }
    tell(session, options, plan, task, *result);
    return codeOf(result->state);
}

/// Tasks that have neither a result nor a mark, from some place on, so that several machines do not all want the same.
ExitCode runNext(Session& session, const BatchRunOptions& options, const BatchPlan& plan)
{
    const std::uint64_t tasks = plan.head().tasks;
    const std::uint64_t first = std::random_device()() % tasks;
    ExitCode worst = ExitCode::Fine;
    std::uint64_t run = 0;
    for (std::uint64_t i = 0; i < tasks && !session.progress.stopRequested(); ++i) {
        const std::uint64_t task = (first + i) % tasks;
        if (convert::readResult(plan, task) || !convert::markBegun(plan, task)) {
            continue;
        }
        ++run;
        worst = worse(worst, runTask(session, options, plan, task));
    }
    if (run == 0 && !options.quiet && !session.progress.stopRequested()) {
        session.note("there is no task that nobody has begun; `cairn-cli batch status` says how far they are");
    }
    return worst;
}

/// The number of the job: what the option says, or Slurm.
Result<std::uint64_t> jobOf(const BatchRunOptions& options)
{
    if (options.task) {
        return *options.task;
    }
    const char* set = std::getenv(kSlurmTask); // NOLINT(concurrency-mt-unsafe): nobody sets variables
    const std::string_view text = set == nullptr ? "" : set;
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
        return fail(error(ErrorCode::Usage,
                          message("say which task: --task N, or --next, or the variable %1", verbatim(kSlurmTask)))
                        .fix(message("See `cairn-cli batch run -h`")));
    }
    return number;
}

} // namespace

ExitCode runBatch(Session& session, const BatchRunOptions& options)
{
    const auto plan = BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    if (options.next) {
        return runNext(session, options, *plan);
    }
    const auto job = jobOf(options);
    if (!job) {
        return session.reportOptions(job.error());
    }
    const std::uint64_t tasks = plan->head().tasks;
    const std::uint64_t first = (*job + options.offset) * options.perJob; // each is less than 2^32
    if (first >= tasks) {
        return session.reportOptions(
            error(ErrorCode::Usage, message("there is no task %1", std::to_string(first)))
                .in(options.plan)
                .fix(message("The plan has %1, from 0 to %2", countOf(tasks, "task"), std::to_string(tasks - 1))));
    }
    ExitCode worst = ExitCode::Fine;
    for (std::uint64_t task = first; task < std::min(first + options.perJob, tasks); ++task) {
        if (session.progress.stopRequested()) {
            break;
        }
        worst = worse(worst, runTask(session, options, *plan, task));
    }
    return worst;
}

} // namespace cairn::cli
