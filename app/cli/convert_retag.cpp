#include "app/cli/convert_retag.h"

#include "app/cli/convert_report.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/open.h"
#include "core/convert/compare.h"
#include "core/convert/retag.h"
#include "core/convert/retag_in_place.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cairn::cli {

namespace {

void writeCounts(JsonWriter& json, std::string_view key, const std::map<std::string, std::uint64_t>& counts)
{
    json.key(key);
    json.beginObject();
    for (const auto& [name, count] : counts) {
        json.key(name);
        json.number(count);
    }
    json.endObject();
}

void writeJson(std::string& out, const ConvertJob& job, const ConvertResult& result, const convert::RetagReport& report)
{
    JsonWriter json(out);
    beginReport(json, job, result);
    writeCounts(json, "tags_before", report.tagsBefore);
    writeCounts(json, "tags_after", report.tagsAfter);
    writeCounts(json, "left_as_is", report.lookalikes);
    json.key("script_devices");
    json.beginArray();
    for (const std::string& note : report.notes) {
        json.string(note);
    }
    json.endArray();
    if (job.options.inPlace) {
        json.key("bytes_before");
        json.number(result.bytesBefore.value_or(0));
    }
    endReport(json, out, result);
}

std::string countsText(const std::map<std::string, std::uint64_t>& counts)
{
    std::string text;
    for (const auto& [name, count] : counts) {
        text += (text.empty() ? "" : ", ") + printable(name) + " (" + std::to_string(count) + ")";
    }
    return text.empty() ? "no storages" : text;
}

void writeText(std::string& out, const ConvertJob& job, const ConvertResult& result, const convert::RetagReport& report)
{
    writeTitle(out, job);
    out.append("  tags     " + countsText(report.tagsBefore) + "  ->  " + countsText(report.tagsAfter) + "\n");
    if (!report.lookalikes.empty()) {
        out.append("  left     " + countsText(report.lookalikes) + ": ordinary strings, not tags\n");
    }
    for (const std::string& note : report.notes) {
        out.append("  in code  " + printable(note) + "\n");
    }
    writeEnd(out, job, result, "the same but for the tags");
}

/// Rules that were given and match no tag of the file: most likely mistyped.
std::vector<std::string> uselessRules(const ConvertOptions& options, const devices::MapLocation& map,
                                      const convert::RetagReport& report)
{
    std::vector<std::string> warnings;
    if (options.map.maps.empty()) {
        return warnings;
    }
    for (const devices::MapRule& rule : map.rules()) {
        const bool matches = std::ranges::any_of(
            report.tagsBefore, [&](const auto& tag) { return devices::tagMatches(rule.from, tag.first); });
        if (!matches) {
            warnings.push_back("nothing is saved on " + cairn::quoted(rule.from) + "; the file has " +
                               countsText(report.tagsBefore));
        }
    }
    return warnings;
}

void writeReport(const ConvertJob& job, ConvertResult& result, const convert::RetagReport& report)
{
    result.bytes = report.bytes;
    result.warnings = uselessRules(job.options, job.map, report);
    const auto write = job.options.json ? writeJson : writeText;
    write(job.report, job, result, report);
}

/// What `job` made of the source, at `path`, must be what the map says.
Result<void> checkCopy(const ConvertJob& job, const checkpoint::Checkpoint& source, const std::string& path)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, &job.progress));
    CAIRN_ASSIGN(difference, convert::firstDifference(source, *copy, job.map, &job.progress));
    return difference ? fail(copyDiffers(*difference, job)) : Result<void>{};
}

} // namespace

Result<devices::MapLocation> mapFor(const ConvertOptions& options)
{
    CAIRN_ASSIGN(map, readMap(options.map));
    return map.value_or(devices::MapLocation::everythingTo("cpu"));
}

Result<ExitCode> convertTags(const ConvertJob& job, const checkpoint::Checkpoint& source)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    convert::FileCheck check;
    if (options.verify) {
        check = [&](const std::string& path) { return checkCopy(job, source, path); };
    }
    auto report = options.dryRun
                      ? convert::planRetag(source, job.map, &job.progress)
                      : convert::retag(source, job.map, job.target, options.existing(), &job.progress, check);
    if (!report) {
        return fail(std::move(report).error());
    }
    ConvertResult result;
    if (options.verify && !options.dryRun) {
        result.verified = true;
    }
    result.seconds = watch.seconds();
    writeReport(job, result, *report);
    return ExitCode::Fine;
}

Result<ExitCode> convertInPlace(const ConvertJob& job)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    job.progress.setStage("opening");
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(job.file, &job.progress));
    const auto links = options.force ? FilePatch::HardLinks::Allow : FilePatch::HardLinks::Refuse;
    auto report = options.dryRun ? convert::planRetagInPlace(*source, job.map, &job.progress)
                                 : convert::retagInPlace(*source, job.map, links, &job.progress);
    if (!report) {
        return fail(std::move(report).error());
    }
    ConvertResult result;
    result.bytesBefore = report->bytesBefore;
    if (options.verify && !options.dryRun) {
        if (auto checked = checkCopy(job, *source, job.file); !checked) {
            CAIRN_TRY(convert::undoRetagInPlace(job.file, *report));
            return fail(std::move(checked).error());
        }
        result.verified = true;
    }
    result.seconds = watch.seconds();
    writeReport(job, result, report->retag);
    return ExitCode::Fine;
}

} // namespace cairn::cli
