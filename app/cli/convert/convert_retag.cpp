#include "app/cli/convert/convert_retag.h"

#include "app/cli/common/map_warnings.h"
#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_tag_report.h"
#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/retag/retag.h"
#include "core/convert/retag/retag_in_place.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace cairn::cli {

namespace {

void writeRetagJson(std::string& out, const ConvertJob& job, const ConvertResult& result,
                    const convert::RetagReport& report)
{
    JsonWriter json(out);
    beginReport(json, job, result, job.target);
    writeTags(json, result, report);
    if (job.options.inPlace) {
        json.key("bytes_before");
        json.number(result.bytesBefore.value_or(0));
    } else {
        json.key("same_bytes");
        json.boolean(result.isSameFile);
    }
    endReport(json, out, result);
}

void writeRetagText(std::string& out, const ConvertJob& job, const ConvertResult& result,
                    const convert::RetagReport& report)
{
    writeTitle(out, job, job.target);
    writeTags(out, result, report);
    if (result.isSameFile) {
        out.append("  same     the copy is the source, byte for byte\n");
    }
    writeEnd(out, job, result, "the same but for the tags");
}

void writeReport(const ConvertJob& job, const ConvertResult& result, const convert::RetagReport& report)
{
    const auto write = job.options.json ? writeRetagJson : writeRetagText;
    write(job.report, job, result, report);
}

Result<bool> areSameFiles(const FileSource& source, const std::string& copy)
{
    CAIRN_ASSIGN(file, FileSource::open(copy));
    if (source.sizeBytes() != file->sizeBytes()) {
        return false;
    }
    return holdSameBytes(source, 0, *file, 0, source.sizeBytes(), nullptr);
}

/// What `job` made of its file must be what the map says.
Result<void> checkChange(const ConvertJob& job, const checkpoint::Checkpoint& source)
{
    CAIRN_ASSIGN(changed, checkpoint::openCheckpoint(job.file, &job.progress));
    CAIRN_ASSIGN(difference, convert::firstDifference(source, *changed, tagMapOf(job), &job.progress));
    if (!difference) {
        return {};
    }
    return fail(error(ErrorCode::Internal, "the changed file differs from what it should be: " + *difference)
                    .in(job.target)
                    .because("The change was undone: the file is as it was before")
                    .fix("Please report this with `cairn-cli inspect --json` of the input"));
}

} // namespace

convert::TagMap tagMapOf(const ConvertJob& job)
{
    return {job.map, convert::deviceObjects(job.options.recipe)};
}

Result<ExitCode> convertTags(const ConvertJob& job, const checkpoint::Checkpoint& source)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    CAIRN_ASSIGN(plan, convert::planRetag(source, tagMapOf(job), &job.progress));
    if (options.recipe.skipUnchanged && !plan.report.changesTags) {
        return skipFile(job, "its tags are what the map makes of them: " + countsText(plan.report.tagsBefore));
    }
    ConvertResult result;
    describeTags(job, source, {}, plan.report, result);
    CAIRN_TRY(requireMet(job, result));
    CAIRN_TRY(requireWhole(job, source, result));
    CAIRN_ASSIGN(isDone, isUpToDate(job, source, {job.target}, [&]() -> Result<bool> {
                     CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(job.target, &job.progress));
                     CAIRN_ASSIGN(found,
                                  convert::firstDifferenceByChecksums(source, *copy, tagMapOf(job), &job.progress));
                     return found.has_value();
                 }));
    if (isDone) {
        return skipFile(job, kUpToDate + job.target);
    }
    if (options.dryRun) {
        result.bytesPlanned = source.fileBytes();
        CAIRN_TRY(planTargets(job, source, {job.target}, convert::roomToRetag(source, job.target), result));
    } else {
        convert::FileCheck check;
        std::vector<std::string> changedRecords;
        if (options.recipe.verify) {
            check = [&](const std::string& path) -> Result<void> {
                CAIRN_TRY(
                    convert::checkAgainst(source, tagMapOf(job), job.target, &job.progress, &changedRecords)(path));
                return requireIntact(job, changedRecords, result);
            };
            result.verified = true;
        }
        CAIRN_ASSIGN(report, convert::retag(source, plan, job.target, options.existingTarget(), &job.progress, check));
        result.bytes = report.bytes;
        if (!report.changesTags) { // what is said of it is looked at
            CAIRN_ASSIGN(isSame, areSameFiles(*plan.file, job.target));
            result.isSameFile = isSame;
        }
    }
    result.seconds = watch.seconds();
    writeReport(job, result, plan.report);
    return ExitCode::Fine;
}

Result<ExitCode> convertInPlace(const ConvertJob& job, const checkpoint::Checkpoint& source)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    CAIRN_ASSIGN(plan, convert::planRetagInPlace(source, tagMapOf(job), &job.progress));
    ConvertResult result;
    describeTags(job, source, {}, plan.retag.report, result);
    CAIRN_TRY(requireMet(job, result));
    CAIRN_TRY(requireWhole(job, source, result));
    result.bytes = plan.report.retag.bytes;
    result.bytesBefore = plan.report.bytesBefore;
    if (!options.dryRun) {
        const auto links = options.force ? FilePatch::HardLinks::Allow : FilePatch::HardLinks::Refuse;
        CAIRN_ASSIGN(done, convert::retagInPlace(source, plan, links, &job.progress));
        if (options.recipe.verify) {
            if (auto checked = checkChange(job, source); !checked) {
                CAIRN_TRY(convert::undoRetagInPlace(job.file, done));
                return fail(std::move(checked).error());
            }
            result.verified = true;
        }
    }
    result.seconds = watch.seconds();
    writeReport(job, result, plan.report.retag);
    return ExitCode::Fine;
}

} // namespace cairn::cli
