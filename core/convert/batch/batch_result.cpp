#include "core/convert/batch/batch_result.h"

#include "core/base/files/file_sink.h"
#include "core/base/json/json_document.h"
#include "core/base/platform/file.h"
#include "core/base/progress.h"
#include "core/convert/batch/batch_text.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kResultFormat = "cairn.batch-result";

std::string resultText(const BatchPlan& plan, std::uint64_t task, const TaskResult& result)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("format").string(kResultFormat);
    json.key("version").number(kBatchVersion);
    json.key("plan").string(plan.id());
    json.key("task").number(task);
    json.key("state").string(kTaskStateWords[static_cast<std::size_t>(result.state)]);
    json.key("files").number(result.files);
    json.key("skipped").number(result.skipped);
    json.key("bytes").number(result.bytes);
    json.key("milliseconds").number(static_cast<std::uint64_t>(result.seconds * 1000));
    json.key("began").number(result.began);
    json.key("host").string(result.host);
    json.key("outputs");
    json.beginArray();
    for (const TaskResult::Output& output : result.outputs) {
        json.beginObject();
        writePath(json, "out", output.out);
        json.key("bytes").number(output.bytes);
        json.endObject();
    }
    json.endArray();
    json.key("failures");
    json.beginArray();
    for (const TaskResult::Failure& failure : result.failures) {
        json.beginObject();
        writePath(json, "file", failure.file);
        json.key("code").string(failure.code);
        json.key("text").string(failure.text);
        json.endObject();
    }
    json.endArray();
    json.texts("warnings", result.warnings);
    json.endObject();
    json.endLine();
    return text;
}

Result<TaskResult> parseResult(const BatchPlan& plan, std::uint64_t task, std::string text)
{
    CAIRN_ASSIGN(document, JsonDocument::parse(std::move(text)));
    const JsonValue top = document.root();
    CAIRN_TRY(document.expectFormat(top, kResultFormat, kBatchVersion));
    CAIRN_ASSIGN(id, document.text(top, "plan"));
    CAIRN_ASSIGN(number, document.number(top, "task", task + 1));
    CAIRN_ASSIGN(state, document.text(top, "state"));
    const auto word = std::ranges::find(kTaskStateWords, state);
    if (id != plan.id() || number != task || word == kTaskStateWords.end()) {
        return fail(document.wrong(top, message("this is the result of another task")));
    }
    TaskResult result;
    result.state = static_cast<TaskState>(word - kTaskStateWords.begin());
    CAIRN_ASSIGN(files, document.number(top, "files", 0));
    CAIRN_ASSIGN(skipped, document.number(top, "skipped", 0));
    CAIRN_ASSIGN(bytes, document.number(top, "bytes", 0));
    CAIRN_ASSIGN(milliseconds, document.number(top, "milliseconds", 0));
    CAIRN_ASSIGN(began, document.number(top, "began", 0));
    CAIRN_ASSIGN(host, document.text(top, "host"));
    CAIRN_ASSIGN(warnings, document.texts(top, "warnings"));
    result.files = files;
    result.skipped = skipped;
    result.bytes = bytes;
    result.seconds = static_cast<double>(milliseconds) / 1000;
    result.began = static_cast<std::int64_t>(began);
    result.host = std::move(host);
    result.warnings = std::move(warnings);
    const auto outputs = top.find("outputs");
    const auto failures = top.find("failures");
    if (!outputs || !outputs->isArray() || !failures || !failures->isArray()) {
        return fail(document.wrong(top, message("this is the result of another task")));
    }
    for (const JsonValue item : *outputs) {
        CAIRN_ASSIGN(out, readPath(document, item, "out"));
        CAIRN_ASSIGN(outBytes, document.number(item, "bytes", 0));
        if (!staysBelow(out)) {
            return fail(
                document.wrong(item, message("this line names no file and no copy below the folder of copies")));
        }
        result.outputs.push_back({.out = std::move(out), .bytes = outBytes});
    }
    for (const JsonValue item : *failures) {
        CAIRN_ASSIGN(file, readPath(document, item, "file"));
        CAIRN_ASSIGN(code, document.text(item, "code"));
        CAIRN_ASSIGN(words, document.text(item, "text"));
        result.failures.push_back({.file = std::move(file), .code = std::move(code), .text = std::move(words)});
    }
    return result;
}

TaskProgress progressOf(TaskState state)
{
    switch (state) {
    case TaskState::Done: return TaskProgress::Done;
    case TaskState::Failed: return TaskProgress::Failed;
    case TaskState::Stale: return TaskProgress::Stale;
    }
    return TaskProgress::Waiting;
}

} // namespace

std::uint64_t TaskResult::bytesWritten() const
{
    return std::accumulate(outputs.begin(), outputs.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Output& output) { return sum + output.bytes; });
}

TaskResult::Failure failureOf(const std::string& file, const Error& error)
{
    return {.file = file, .code = std::string(errorCodeText(error.code)), .text = error.paragraph()};
}

Result<void> writeResult(const BatchPlan& plan, std::uint64_t task, const TaskResult& result)
{
    const auto earlier = result.state == TaskState::Done ? std::nullopt : readResult(plan, task);
    if (earlier && earlier->state == TaskState::Done) {
        return {};
    }
    CAIRN_ASSIGN(sink, FileSink::create(plan.resultPath(task), FileSink::Existing::Replace));
    CAIRN_TRY(sink->write(std::string_view(resultText(plan, task, result))));
    auto written = sink->commit();
    const bool isThere = written || readResult(plan, task); // another run may have put its own there meanwhile
    return isThere ? Result<void>() : written;
}

std::optional<TaskResult> readResult(const BatchPlan& plan, std::uint64_t task)
{
    const auto file = FileSource::open(plan.resultPath(task));
    if (!file || (*file)->sizeBytes() > kMostResultBytes) {
        return std::nullopt;
    }
    const auto bytes = (*file)->readBytes(0, (*file)->sizeBytes());
    if (!bytes) {
        return std::nullopt;
    }
    auto result = parseResult(plan, task, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    return result ? std::optional(std::move(*result)) : std::nullopt;
}

bool markBegun(const BatchPlan& plan, std::uint64_t task)
{
    const Descriptor mark = platform::open(plan.markPath(task), platform::Open::MakeNew);
    if (mark.isOpen()) {
        platform::setMode(mark.number(), 0644 & ~platform::maskOfNewFiles()); // others look who is at work
    }
    return mark.isOpen();
}

void unmark(const BatchPlan& plan, std::uint64_t task)
{
    (void)platform::remove(plan.markPath(task));
}

bool isMarked(const BatchPlan& plan, std::uint64_t task)
{
    std::error_code failure;
    return fs::exists(plan.markPath(task), failure);
}

std::optional<double> BatchState::bytesPerSecond() const
{
    const auto seconds = static_cast<double>(lastEnded - firstBegan);
    const double few = std::max(seconds, workSeconds / static_cast<double>(std::max<std::uint64_t>(done, 1)));
    return done == 0 || few <= 0 ? std::nullopt : std::optional(static_cast<double>(bytesDone) / few);
}

std::optional<double> BatchState::secondsLeft() const
{
    const auto rate = bytesPerSecond();
    return rate && *rate > 0 ? std::optional(static_cast<double>(bytes - std::min(bytesDone, bytes)) / *rate)
                             : std::nullopt;
}

std::string arrayExpression(const std::vector<std::uint64_t>& numbers)
{
    std::string text;
    for (std::size_t begin = 0; begin < numbers.size();) {
        std::size_t end = begin + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) {
            ++end;
        }
        text += (text.empty() ? "" : ",") + std::to_string(numbers[begin]);
        text += end - begin == 1 ? "" : '-' + std::to_string(numbers[end - 1]);
        begin = end;
    }
    return text;
}

Result<BatchState> stateOf(const BatchPlan& plan, std::size_t mostFailures, Progress* progress)
{
    BatchState state;
    state.tasks = plan.head().tasks;
    state.bytes = plan.head().bytes;
    std::error_code failure;
    state.isFinished = fs::exists(plan.finishedPath(), failure);
    state.each.reserve(state.tasks);
    beginStage(progress, "looking", state.tasks);
    for (std::uint64_t task = 0; task < state.tasks; ++task) {
        CAIRN_TRY(checkStop(progress));
        addDone(progress, 1);
        auto result = readResult(plan, task);
        if (!result) {
            const bool isBegun = isMarked(plan, task);
            state.each.push_back(isBegun ? TaskProgress::Begun : TaskProgress::Waiting);
            state.begun += isBegun ? 1U : 0U;
            state.left.push_back(task);
            continue;
        }
        state.each.push_back(progressOf(result->state));
        if (result->state != TaskState::Done) {
            ++(result->state == TaskState::Failed ? state.failed : state.stale);
            state.left.push_back(task);
            state.failuresInAll += result->failures.size();
            for (TaskResult::Failure& one : result->failures) {
                if (state.failures.size() == mostFailures) {
                    break;
                }
                state.failures.emplace_back(task, std::move(one));
            }
            continue;
        }
        ++state.done;
        state.filesDone += result->files;
        state.bytesDone += result->bytes;
        state.bytesWritten += result->bytesWritten();
        state.workSeconds += result->seconds;
        const std::int64_t ended = result->began + static_cast<std::int64_t>(result->seconds);
        state.firstBegan = state.done == 1 ? result->began : std::min(state.firstBegan, result->began);
        state.lastEnded = std::max(state.lastEnded, ended);
    }
    return state;
}

} // namespace cairn::convert
