#include "app/cli/batch/batch.h"
#include "app/cli/batch/batch_json.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_commit.h"
#include "core/convert/batch/batch_result.h"

#include <algorithm>
#include <optional>
#include <string>

namespace cairn::cli {

using convert::BatchPlan;
using convert::BatchState;
using convert::TaskResult;

namespace {

constexpr std::size_t kMostFailures = 20;

void writeFailure(JsonWriter& json, std::optional<std::uint64_t> task, const TaskResult::Failure& failure)
{
    json.beginObject();
    if (task) {
        json.key("task").number(*task);
    }
    json.key("file").string(failure.file);
    json.key("code").string(failure.code);
    json.key("message").string(failure.text);
    json.endObject();
}

void writeFailures(JsonWriter& json, JsonName key, const convert::TaskFailures& failures)
{
    json.key(key);
    json.beginArray();
    for (const auto& [task, failure] : failures) {
        writeFailure(json, task, failure);
    }
    json.endArray();
}

void writeStateJson(Output& output, const BatchPlan& plan, const BatchState& state)
{
    JsonWriter json(output.buffer());
    beginDocument(json);
    json.key("plan").string(plan.folder());
    json.key("id").string(plan.id());
    json.key("folder").string(plan.head().folder);
    json.key("finished").boolean(state.isFinished);
    json.key("tasks").number(state.tasks);
    json.key("done").number(state.done);
    json.key("failed").number(state.failed);
    json.key("stale").number(state.stale);
    json.key("begun").number(state.begun);
    json.key("files").number(plan.head().units);
    json.key("files_done").number(state.filesDone);
    json.key("bytes").number(state.bytes);
    json.key("bytes_done").number(state.bytesDone);
    json.key("bytes_written").number(state.bytesWritten);
    json.key("bytes_per_second").numberOrNull(state.bytesPerSecond());
    json.key("seconds_left").numberOrNull(state.secondsLeft());
    writeFailures(json, "failures", state.failures);
    json.key("failures_in_all").number(state.failuresInAll);
    json.endObject();
    json.endLine();
}

void showState(Session& session, const BatchPlan& plan, const BatchState& state)
{
    Screen screen(session.output, session.terminal);
    screen.line(screen.safe(plan.folder()), Ink::Bold);
    std::string tasks = groupedDigits(state.done) + " of " + groupedDigits(state.tasks) + " done";
    const auto add = [&](std::uint64_t count, const char* words) {
        tasks += count == 0 ? "" : ", " + groupedDigits(count) + ' ' + words;
    };
    add(state.failed, "failed");
    add(state.stale, "stale");
    add(state.begun, "begun, or cut off");
    screen.line("  tasks    " + tasks);
    screen.line("  files    " + groupedDigits(state.filesDone) + " of " + groupedDigits(plan.head().units));
    screen.line("  bytes    " + humanBytes(state.bytesDone) + " of " + humanBytes(state.bytes) + ", " +
                humanBytes(state.bytesWritten) + " written");
    if (const auto rate = state.bytesPerSecond(); rate && !state.isFinished) {
        const auto left = state.secondsLeft();
        screen.line("  rate     " + humanBytes(static_cast<std::uint64_t>(*rate)) + "/s by what is done" +
                    (state.left.empty() || !left ? "" : ", " + shortTime(*left) + " left"));
    }
    screen.line("  copies   " + screen.safe(state.isFinished ? plan.head().folder : plan.unfinishedFolder()) +
                (state.isFinished     ? ", finished"
                 : state.left.empty() ? ", ready for `cairn-cli batch commit`"
                                      : ""));
    for (const auto& [task, failure] : state.failures) {
        screen.paragraph("  task " + std::to_string(task) + ": " + screen.safe(failure.text), Ink::Red);
    }
    if (state.failuresInAll > state.failures.size()) {
        screen.line("  and " + groupedDigits(state.failuresInAll - state.failures.size()) + " more, in " +
                    screen.safe(plan.folder()) + "/results");
    }
}

} // namespace

void writeTaskJson(Output& output, const BatchPlan& plan, std::uint64_t task, const TaskResult& result, bool wasDone)
{
    JsonWriter json(output.buffer());
    beginDocument(json);
    json.key("plan").string(plan.folder());
    json.key("task").number(task);
    json.key("state").string(convert::kTaskStateWords[static_cast<std::size_t>(result.state)]);
    json.key("was_done").boolean(wasDone);
    json.key("files").number(result.files);
    json.key("skipped").number(result.skipped);
    json.key("bytes").number(result.bytes);
    json.key("bytes_written").number(result.bytesWritten());
    json.key("seconds").number(result.seconds);
    json.key("host").string(result.host);
    json.key("failures");
    json.beginArray();
    for (const TaskResult::Failure& failure : result.failures) {
        writeFailure(json, std::nullopt, failure);
    }
    json.endArray();
    json.texts("warnings", result.warnings);
    json.endObject();
    json.endLine();
    output.flush();
}

ExitCode showBatch(Session& session, const BatchViewOptions& options)
{
    const auto plan = BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    const auto state = convert::stateOf(*plan, kMostFailures);
    if (!state) {
        return session.reportOptions(state.error());
    }
    if (options.json) {
        writeStateJson(session.output, *plan, *state);
    } else {
        showState(session, *plan, *state);
    }
    return state->failed + state->stale == 0 ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

ExitCode finishBatch(Session& session, const BatchViewOptions& options)
{
    const auto plan = BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    const auto what = options.withoutFailed ? convert::CommitOf::AllButFailed : convert::CommitOf::All;
    const auto report = withBar(session.progress, session.terminal.charset, options.plan,
                                [&] { return convert::commitBatch(*plan, session.progress, what); });
    if (!report) {
        const ErrorCode code = report.error().code;
        const ExitCode told = session.reportOptions(report.error());
        return code == ErrorCode::UnmetRequest || code == ErrorCode::FileChanged ? ExitCode::NegativeVerdict : told;
    }
    const ExitCode code = report->leftOut.empty() ? ExitCode::Fine : ExitCode::NegativeVerdict;
    if (options.json) {
        JsonWriter json(session.output.buffer());
        beginDocument(json);
        json.key("plan").string(plan->folder());
        json.key("folder").string(plan->head().folder);
        json.key("copies").number(report->files);
        json.key("bytes").number(report->bytes);
        json.key("was_finished").boolean(report->wasFinished);
        writeFailures(json, "left_out", report->leftOut);
        json.endObject();
        json.endLine();
        return code;
    }
    Screen screen(session.output, session.terminal);
    screen.line(screen.safe(plan->head().folder) + ": " + countOf(report->files, "file") + ", " +
                humanBytes(report->bytes) + (report->wasFinished ? ", finished before" : ""));
    for (const auto& [task, failure] : report->leftOut) {
        screen.paragraph("  left out, task " + std::to_string(task) + ": " + screen.safe(failure.text), Ink::Red);
    }
    return code;
}

} // namespace cairn::cli
