#include "app/cli/convert/convert_values.h"

#include "app/cli/common/unused_rules.h"
#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_retag.h"
#include "app/cli/convert/convert_tag_report.h"
#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/recipe/recipe_route.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using convert::RewritePlan;
using convert::RewriteReport;

namespace {

void writeRewriteJson(const ConvertJob& job, const ConvertResult& result, const RewritePlan& plan,
                      const RewriteReport& report)
{
    JsonWriter json(job.report);
    beginReport(json, job, result, job.target);
    writeTags(json, result, plan.report);
    json.texts("left_out", plan.rows.leftOut);
    json.texts("records_left_out", plan.lostRecords);
    const auto number = [&](std::string_view key, std::uint64_t value) {
        json.key(key);
        json.number(value);
    };
    number("renamed", plan.rows.newKeys.size());
    number("storages", plan.storages.storages.size());
    number("storage_bytes", plan.storages.dataBytes);
    number("storages_left_out", plan.storages.storagesLeftOut);
    number("bytes_left_out", plan.storages.bytesLeftOut);
    number("bytes_cut", plan.storages.bytesCut);
    number("class_sources_left_out", plan.storages.classesLeftOut);
    json.key("overflows");
    json.beginObject();
    for (const auto& [name, count] : report.overflows) {
        number(name, count);
    }
    json.endObject();
    endReport(json, job.report, result);
}

void writeRewriteText(const ConvertJob& job, const ConvertResult& result, const RewritePlan& plan,
                      const RewriteReport& report)
{
    std::string& out = job.report;
    const convert::StoragePlan& storages = plan.storages;
    writeTitle(out, job, job.target);
    writeTags(out, result, plan.report);
    out.append("  storages " + groupedDigits(storages.storages.size()) + ", " + humanBytes(storages.dataBytes) + "\n");
    writeFirst(out, plan.rows.leftOut, "  left out ", 0, [](const std::string& name) { return inQuotes(name); });
    if (storages.storagesLeftOut != 0) {
        out.append("  left out " + countOf(storages.storagesLeftOut, "storage") + " that nothing needs any more, " +
                   humanBytes(storages.bytesLeftOut) + "\n");
    }
    writeFirst(out, plan.lostRecords, "  left out ", 0,
               [](const std::string& name) { return "record " + printable(name); });
    if (!plan.rows.newKeys.empty()) {
        out.append("  renamed  " + countOf(plan.rows.newKeys.size(), "entry", "entries") + "\n");
    }
    if (storages.bytesCut != 0) {
        out.append("  cut      " + humanBytes(storages.bytesCut) + " of storages that no tensor reaches\n");
    }
    if (storages.classesLeftOut != 0) {
        out.append("  left out the source code of " + countOf(storages.classesLeftOut, "class", "classes") +
                   ", which torch only compares\n");
    }
    writeFirst(out, report.overflows, "  overflow ", 0, [](const auto& tensor) {
        return inQuotes(tensor.first) + ": " + countOf(tensor.second, "value") + " too large for the new dtype";
    });
    writeEnd(out, job, result, "everything is as it was planned");
}

} // namespace

Result<ExitCode> convertValues(const ConvertJob& job, const Checkpoint& source)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    CAIRN_ASSIGN(rules, convert::rewriteRules(options.recipe));
    auto plan = convert::planRewrite(source, std::move(rules), tagMapOf(job), &job.progress);
    if (!plan) {
        return fail(std::move(plan).error().in(job.file));
    }
    if (options.recipe.skipUnchanged && convert::changesNothing(source, *plan)) {
        return skipFile(job, "the copy would say the same as the file");
    }
    ConvertResult result;
    describeTags(job, plan->tree->rows(), plan->rows.dropped, plan->report, result);
    for (const auto* unused : {&plan->rows.unusedRules, &plan->storages.unusedRules}) {
        for (const std::string& rule : *unused) {
            result.unmet.push_back(matchedNothing(rule, source));
        }
    }
    CAIRN_TRY(requireMet(job, result));
    if (options.inPlace && convert::changesNoValue(*plan)) {
        return skipFile(job, "nothing had to change");
    }
    CAIRN_ASSIGN(isDone, isUpToDate(job, source, {job.target}, [&]() -> Result<bool> {
                     CAIRN_ASSIGN(found,
                                  convert::firstDifference(source, *plan, tagMapOf(job), job.target, &job.progress));
                     return found.has_value();
                 }));
    if (isDone) {
        return skipFile(job, kUpToDate + job.target);
    }
    if (!options.recipe.verify) {
        CAIRN_ASSIGN(changed, convert::findChangedRecords(source, *plan, convert::Looked::Changed, &job.progress));
        CAIRN_TRY(requireIntact(job, changed, result));
    }
    RewriteReport report;
    if (options.dryRun) {
        result.bytesPlanned = plan->fileBytes();
        CAIRN_TRY(planTargets(job, source, {job.target}, plan->fileBytes(), result));
        CAIRN_ASSIGN(overflows, convert::findOverflows(*plan, &job.progress));
        report.overflows = std::move(overflows);
    } else {
        const convert::FileCheck check = [&](const std::string& path) -> Result<void> {
            if (job.trust.trust != checkpoint::Trust::DataOnly) {
                CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, &job.progress));
                CAIRN_TRY(tellOfCode(job, source, checkpoint::trustOf(*copy)));
            }
            if (options.recipe.verify) {
                CAIRN_ASSIGN(difference, convert::firstDifference(source, *plan, tagMapOf(job), path, &job.progress));
                if (difference) {
                    return fail(convert::copyDiffers(source, *difference, job.target));
                }
                CAIRN_ASSIGN(changed, convert::findChangedRecords(source, *plan, convert::Looked::All, &job.progress));
                CAIRN_TRY(requireIntact(job, changed, result));
            }
            return {};
        };
        CAIRN_ASSIGN(written,
                     convert::writeRewrite(source, *plan, job.target, options.existingTarget(), &job.progress, check));
        report = std::move(written);
        result.bytes = report.bytes;
        if (options.recipe.verify) {
            result.verified = true;
        }
    }
    if (options.inPlace) {
        result.bytesReplaced = source.fileBytes();
    }
    result.seconds = watch.seconds();
    warnOfOverflows(job, report.overflows, result);
    (options.json ? writeRewriteJson : writeRewriteText)(job, result, *plan, report);
    return ExitCode::Fine;
}

} // namespace cairn::cli
