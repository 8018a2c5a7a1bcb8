#include "app/cli/convert_retag.h"

#include "app/cli/convert_report.h"
#include "core/base/text.h"
#include "core/checkpoint/device_tag.h"
#include "core/checkpoint/open.h"
#include "core/convert/compare.h"
#include "core/convert/retag.h"

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

} // namespace

Result<devices::MapLocation> parseMap(const std::vector<std::string>& texts)
{
    if (texts.empty()) {
        return devices::MapLocation::everythingTo("cpu");
    }
    std::vector<devices::MapRule> rules;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            return fail(error(ErrorCode::Usage, cairn::quoted(text) + " is not FROM=TO")
                            .fix("Write it as in --map cuda:3=cpu"));
        }
        devices::MapRule rule{text.substr(0, equals), text.substr(equals + 1)};
        if (const std::string problem = checkpoint::deviceTagProblem(rule.to); !problem.empty()) {
            return fail(error(ErrorCode::Usage, problem).fix("Use a device such as cpu, cuda:0 or mps"));
        }
        rules.push_back(std::move(rule));
    }
    return devices::MapLocation(std::move(rules));
}

Result<ExitCode> convertTags(const ConvertJob& job)
{
    const Stopwatch watch;
    Progress& progress = job.progress;
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(job.file, &progress));
    auto report = job.options.dryRun ? convert::planRetag(*source, job.map, &progress)
                                     : convert::retag(*source, job.map, job.target, job.options.existing(), &progress);
    if (!report) {
        return fail(std::move(report).error());
    }
    ConvertResult result;
    result.bytes = report->bytes;
    if (job.options.verify && !job.options.dryRun) {
        CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(job.target, &progress));
        CAIRN_ASSIGN(difference, convert::firstDifference(*source, *copy, job.map, &progress));
        if (difference) {
            return fail(copyDiffers(*difference, job.target));
        }
        result.verified = true;
    }
    result.seconds = watch.seconds();
    job.options.json ? writeJson(job.report, job, result, *report) : writeText(job.report, job, result, *report);
    return ExitCode::Fine;
}

} // namespace cairn::cli
