#include "app/cli/batch/batch.h"

#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_make.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn::cli {

namespace {

/// Settles what copies are to be, and where.
Result<void> settle(BatchPlanOptions& options)
{
    ConvertOptions& copies = options.copies;
    if (options.plan.empty()) {
        return fail(error(ErrorCode::Usage, message("a plan needs a folder")).fix(message("Name it with -o PLAN")));
    }
    CAIRN_TRY(settleRecipe(copies));
    if (copies.recipe.folder.empty()) {
        return fail(error(ErrorCode::Usage, message("a batch writes its copies into a new folder"))
                        .fix(message("Name it with --out-dir DIR")));
    }
    CAIRN_TRY(checkConvertOptions(copies));
    if (options.request.byShard && copies.recipe.shardSize.empty()) {
        return fail(error(ErrorCode::Usage, message("--by-shard is about the files that --shard-size SIZE makes")));
    }
    options.request.recipe = copies.recipe;
    options.request.isLenient = copies.lenient || !copies.recipeFile.empty();
    options.request.refusesDangerous = copies.noDangerous;
    return convert::settleBatch(options.request);
}

Result<void> refuseStreams(const std::vector<InputFile>& inputs)
{
    const auto stream = std::ranges::find_if(inputs, [](const InputFile& input) { return isStream(input.path); });
    return stream == inputs.end()
               ? Result<void>()
               : fail(error(ErrorCode::Usage, message("a plan takes files, and no pipes")).in(stream->path));
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

ExitCode reportPlanless(Session& session, const Error& why)
{
    return why.code == ErrorCode::Cancelled
               ? session.report(
                     error(ErrorCode::Cancelled, message("cancelled")).because(message("No plan was written")))
               : session.reportOptions(why);
}

} // namespace

ExitCode makeBatch(Session& session, BatchPlanOptions options)
{
    if (auto usable = settle(options); !usable) {
        return session.reportOptions(usable.error());
    }
    convert::BatchRequest& request = options.request;
    auto found =
        findInputs(session, options.copies.inputs, TreeUse::Copy, options.copies.telling(), request.recipe.folder);
    if (!found) {
        return session.reportOptions(found.error());
    }
    if (auto files = refuseStreams(found->files); !files) {
        return session.reportOptions(files.error());
    }
    auto inputs = withBar(session.progress, session.terminal.charset, {},
                          [&] { return lookAtInputs(request, std::move(found->files), session.progress); });
    if (!inputs) {
        return reportPlanless(session, inputs.error());
    }
    ExitCode code = found->code;
    for (const convert::BatchInputs::LeftOut& one : inputs->leftOut) {
        code = worse(code, reportFile(session, one.file, one.error, options.copies.json));
    }
    if (inputs->units.empty() && code != ExitCode::Fine) {
        return code;
    }
    const auto head = makeBatchPlan(request, options.plan, std::move(inputs->units), session.progress);
    if (!head) {
        return reportPlanless(session, head.error());
    }
    const auto plan = convert::BatchPlan::open(options.plan);
    if (!plan) {
        return session.reportOptions(plan.error());
    }
    tell(session, options, *head, *plan, found->failures.size() + inputs->leftOut.size());
    return code;
}

} // namespace cairn::cli
