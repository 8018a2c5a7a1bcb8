#include "app/cli/batch/batch.h"
#include "app/cli/common/json_writer.h"
#include "core/base/platform/file.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_result.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace cairn::cli {

using convert::BatchPlan;

namespace {

/// Jobs that fit one array.
struct Array {
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> jobs; ///< from the offset on
};

std::vector<Array> arraysOf(const std::vector<std::uint64_t>& left, std::uint64_t perJob, std::uint64_t most)
{
    std::vector<Array> arrays;
    for (const std::uint64_t task : left) {
        const std::uint64_t job = task / perJob;
        const std::uint64_t offset = most == 0 ? 0 : job / most * most;
        if (arrays.empty() || arrays.back().offset != offset) {
            arrays.push_back({.offset = offset, .jobs = {}});
        }
        std::vector<std::uint64_t>& jobs = arrays.back().jobs;
        if (jobs.empty() || jobs.back() != job - offset) {
            jobs.push_back(job - offset);
        }
    }
    return arrays;
}

void printJson(Session& session, const BatchPlan& plan, const std::vector<Array>& arrays, std::uint64_t left)
{
    JsonWriter json(session.output.buffer());
    beginDocument(json);
    json.key("plan").string(plan.folder());
    json.key("tasks").number(plan.head().tasks);
    json.key("left").number(left);
    json.key("memory").number(plan.head().memoryBytes);
    json.key("arrays");
    json.beginArray();
    for (const Array& array : arrays) {
        json.beginObject();
        json.key("offset").number(array.offset);
        json.key("array").string(convert::arrayExpression(array.jobs));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.endLine();
}

std::string lineOf(const BatchPlan& plan, const BatchRetryOptions& options, const Array& array)
{
    const std::string expression = convert::arrayExpression(array.jobs);
    if (options.isSbatch) {
        const std::uint64_t megabytes = plan.head().memoryBytes >> 20U;
        return "--array=" + expression + " --mem=" + std::to_string(megabytes) +
               "M --export=ALL,CAIRN_PER_JOB=" + std::to_string(options.perJob) +
               ",CAIRN_OFFSET=" + std::to_string(array.offset);
    }
    return options.maxArray == 0 ? expression : std::to_string(array.offset) + ' ' + expression;
}

} // namespace

ExitCode retryBatch(Session& session, const BatchRetryOptions& options)
{
    const auto plan = BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    const auto state = convert::stateOf(*plan, 0);
    if (!state) {
        return session.reportOptions(state.error());
    }
    for (const std::uint64_t task : options.clears ? state->left : std::vector<std::uint64_t>()) {
        (void)platform::remove(plan->resultPath(task));
        convert::unmark(*plan, task);
    }
    const std::uint64_t most = options.isSbatch && options.maxArray == 0 ? convert::kArrayJobs : options.maxArray;
    const std::vector<Array> arrays = arraysOf(state->left, options.perJob, most);
    if (options.json) {
        printJson(session, *plan, arrays, state->left.size());
        return ExitCode::Fine;
    }
    if (arrays.empty()) {
        session.note(state->isFinished ? "all is done and finished"
                                       : "all tasks are done; `cairn-cli batch commit` is next");
    }
    for (const Array& array : arrays) {
        if (!options.isList) {
            session.output.write(lineOf(*plan, options, array) + '\n');
            continue;
        }
        for (const std::uint64_t job : array.jobs) {
            session.output.write(std::to_string(job + array.offset) + '\n');
            session.output.drain();
        }
    }
    return ExitCode::Fine;
}

} // namespace cairn::cli
