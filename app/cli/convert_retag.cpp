#include "app/cli/convert_retag.h"

#include "app/cli/convert_report.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/open.h"
#include "core/convert/compare.h"
#include "core/convert/retag.h"
#include "core/convert/retag_in_place.h"

#include <algorithm>
#include <utility>

namespace cairn::cli {

namespace {

void writeJson(std::string& out, const ConvertJob& job, const ConvertResult& result, const convert::RetagReport& report)
{
    JsonWriter json(out);
    beginReport(json, job, result);
    writeCounts(json, "tags_before", report.tagsBefore);
    writeCounts(json, "tags_after", report.tagsAfter);
    writeCounts(json, "left_as_is", report.lookalikes);
    writeTexts(json, "device_objects", result.deviceObjects);
    writeTexts(json, "script_devices", report.notes);
    if (job.options.inPlace) {
        json.key("bytes_before");
        json.number(result.bytesBefore.value_or(0));
    }
    endReport(json, out, result);
}

void writeText(std::string& out, const ConvertJob& job, const ConvertResult& result, const convert::RetagReport& report)
{
    writeTitle(out, job);
    out.append("  tags     " + countsText(report.tagsBefore) + "  ->  " + countsText(report.tagsAfter) + "\n");
    if (!report.lookalikes.empty()) {
        out.append("  left     " + countsText(report.lookalikes) + ": ordinary strings, not tags\n");
    }
    for (const std::string& object : result.deviceObjects) {
        out.append("  object   " + printable(object) + "\n");
    }
    for (const std::string& note : report.notes) {
        out.append("  in code  " + printable(note) + "\n");
    }
    writeEnd(out, job, result, "the same but for the tags");
}

/// The torch.device objects that follow the tags, by the names of their entries.
std::vector<std::string> changedObjects(const ConvertJob& job, const checkpoint::Checkpoint& source)
{
    std::vector<std::string> objects;
    for (checkpoint::EntryId id = 0; job.options.mapDevices && id < source.entries().size(); ++id) {
        const checkpoint::Entry& entry = source.entries()[id];
        if (entry.kind != checkpoint::EntryKind::Value || entry.valueKind != checkpoint::ValueKind::Literal ||
            source.typeName(entry) != "torch.device") {
            continue;
        }
        const std::string_view old = source.valueText(entry);
        if (const std::string_view wanted = job.map.target(old); wanted != old) {
            objects.push_back(source.entryName(id) + ": " + std::string(old) + " -> " + std::string(wanted));
        }
    }
    return objects;
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
        const auto isMeant = [&](const auto& counted) {
            return devices::tagMatches(rule.from, std::string_view(counted.first).substr(0, counted.first.find(' ')));
        };
        const bool matches = std::ranges::any_of(report.tagsBefore, isMeant) ||
                             std::ranges::any_of(report.devices, isMeant); // "cuda:3 -> cpu"
        if (!matches) {
            warnings.push_back("nothing is saved on " + cairn::quoted(rule.from) + "; the file has " +
                               countsText(report.tagsBefore));
        }
    }
    return warnings;
}

void writeReport(const ConvertJob& job, const checkpoint::Checkpoint& source, ConvertResult& result,
                 const convert::RetagReport& report)
{
    result.bytes = report.bytes;
    result.deviceObjects = changedObjects(job, source);
    result.warnings = uselessRules(job.options, job.map, report);
    const auto write = job.options.json ? writeJson : writeText;
    write(job.report, job, result, report);
}

/// What `job` made of the source, at `path`, must be what the map says.
Result<void> checkCopy(const ConvertJob& job, const checkpoint::Checkpoint& source, const std::string& path)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, &job.progress));
    CAIRN_ASSIGN(difference, convert::firstDifference(source, *copy, tagMapOf(job), &job.progress));
    return difference ? fail(copyDiffers(*difference, job)) : Result<void>{};
}

} // namespace

Result<devices::MapLocation> mapFor(const ConvertOptions& options)
{
    CAIRN_ASSIGN(map, readMap(options.map));
    return map.value_or(devices::MapLocation::everythingTo("cpu"));
}

convert::TagMap tagMapOf(const ConvertJob& job)
{
    return {job.map, job.options.mapDevices ? convert::DeviceObjects::Map : convert::DeviceObjects::Keep};
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
                      ? convert::planRetag(source, tagMapOf(job), &job.progress)
                      : convert::retag(source, tagMapOf(job), job.target, options.existing(), &job.progress, check);
    if (!report) {
        return fail(std::move(report).error());
    }
    ConvertResult result;
    if (options.verify && !options.dryRun) {
        result.verified = true;
    }
    result.seconds = watch.seconds();
    writeReport(job, source, result, *report);
    return ExitCode::Fine;
}

Result<ExitCode> convertInPlace(const ConvertJob& job)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    job.progress.setStage("opening");
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(job.file, &job.progress));
    const auto links = options.force ? FilePatch::HardLinks::Allow : FilePatch::HardLinks::Refuse;
    auto report = options.dryRun ? convert::planRetagInPlace(*source, tagMapOf(job), &job.progress)
                                 : convert::retagInPlace(*source, tagMapOf(job), links, &job.progress);
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
    writeReport(job, *source, result, report->retag);
    return ExitCode::Fine;
}

} // namespace cairn::cli
