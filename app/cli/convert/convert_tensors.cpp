#include "app/cli/convert/convert_tensors.h"

#include "app/cli/common/unused_rules.h"
#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_tag_report.h"
#include "app/cli/convert/convert_tensors_report.h"
#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/checkpoint/load_state_dict.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/recipe/target_names.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace cairn::cli {

using checkpoint::Checkpoint;

namespace {

/// Most who name a .safetensors for a training want the weights of its model.
Error withWayOut(Error refused, const Checkpoint& source, const convert::TensorSet& set, const ConvertOptions& options)
{
    const checkpoint::EntryId model = checkpoint::stateDictOf(source);
    const bool isWhole = options.recipe.keep.empty() && options.recipe.drop.empty();
    if (!isWhole || set.tensors.empty() || model == 0 || model == checkpoint::kNoId) {
        return refused;
    }
    refused.advice = "Write all its tensors with --drop-others, or those of the model alone with --keep " +
                     shellWord(source.entryName(model) + ".*") + "; --dry-run lists what is left out";
    return refused;
}

} // namespace

Result<ExitCode> convertTensors(const ConvertJob& job, const Checkpoint& source)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    CAIRN_ASSIGN(rules, convert::tensorRules(options.recipe));
    CAIRN_ASSIGN(wanted, convert::outputRules(options.recipe, job.target));
    auto set = convert::planTensorSet(source, std::move(rules), &job.progress);
    if (!set) {
        return fail(std::move(set).error().in(job.file));
    }
    auto lossless = options.recipe.dropOthers ? convert::requireTensors(*set) : convert::requireNothingLost(*set);
    if (!lossless && !options.dryRun) {
        return fail(withWayOut(std::move(lossless).error().in(job.file), source, *set, options));
    }
    auto plan = convert::planOutput(source, *set, wanted);
    if (!plan) {
        return fail(std::move(plan).error().in(job.file));
    }
    if (options.recipe.skipUnchanged && convert::changesNothing(source, *set, *plan)) {
        return skipFile(job, "it is safetensors with these names and dtypes already");
    }
    ConvertResult result;
    convert::OutputReport written;
    for (const std::string& rule : set->unusedRules) {
        result.unmet.push_back(matchedNothing(rule, source));
    }
    std::ranges::transform(plan->warnings, std::back_inserter(result.warnings), &Message::text);
    if (wanted.format == convert::TensorFormat::TorchZip) {
        describeMap(job, source, plan->tags, result);
    } else if (!options.map.empty()) {
        result.unmet.emplace_back("safetensors stores no devices, so the map has no effect");
    }
    CAIRN_TRY(requireMet(job, result));
    if (options.inPlace && convert::changesNothing(source, *set, *plan)) {
        return skipFile(job, "nothing had to change");
    }
    const std::vector<std::string> files = plan->files();
    CAIRN_ASSIGN(isDone, isUpToDate(job, source, files, [&]() -> Result<bool> {
                     if (convert::filesThere(job.target, convert::shardsOf(options.recipe)).size() != files.size()) {
                         return true;
                     }
                     CAIRN_ASSIGN(found, convert::firstDifference(source, *plan, files, &job.progress));
                     return found.has_value();
                 }));
    if (isDone) {
        return skipFile(job, kUpToDate + job.target);
    }
    if (!options.recipe.verify) {
        CAIRN_ASSIGN(changed, convert::findChangedRecords(source, *plan, convert::Looked::Changed, &job.progress));
        CAIRN_TRY(requireIntact(job, changed, result));
    }
    if (options.dryRun) {
        result.bytesPlanned = plan->fileBytes;
        CAIRN_TRY(planTargets(job, source, plan->files(), plan->fileBytes, result));
        CAIRN_TRY(convert::checkOlderFiles(source, *plan, options.existingTarget()));
        CAIRN_ASSIGN(overflows, convert::findOverflows(source, set->tensors, &job.progress));
        written.overflows = std::move(overflows);
    } else {
        const auto verify = !options.recipe.verify ? convert::Verify::No
                            : isLenient(options)   ? convert::Verify::Yes
                                                   : convert::Verify::Intact;
        CAIRN_ASSIGN(report, convert::writeOutput(source, *plan, options.existingTarget(), verify, &job.progress));
        if (!report.difference.empty()) {
            return fail(convert::copyDiffers(source, report.difference, job.target));
        }
        CAIRN_TRY(requireIntact(job, report.changedRecords, result));
        result.bytes = report.bytes;
        if (options.recipe.verify) {
            result.verified = true;
        }
        std::ranges::transform(report.warnings, std::back_inserter(result.warnings), &Message::text);
        written = std::move(report);
    }
    if (options.inPlace) {
        result.bytesReplaced = source.fileBytes();
    }
    result.seconds = watch.seconds();
    warnOfOverflows(job, written.overflows, result);
    writeTensorsReport(job, result, {*set, *plan, written, !lossless});
    return lossless ? ExitCode::Fine : ExitCode::BadInput;
}

} // namespace cairn::cli
