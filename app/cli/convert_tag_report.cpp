#include "app/cli/convert_tag_report.h"

#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using convert::RetagReport;

namespace {

/// The torch.device objects that follow the tags, by the names of their entries.
std::vector<std::string> changedObjects(const ConvertJob& job, const Checkpoint& rows, const std::vector<bool>& dropped)
{
    std::vector<std::string> objects;
    for (checkpoint::EntryId id = 0; job.options.recipe.mapDevices && id < rows.entries().size(); ++id) {
        const Entry& entry = rows.entries()[id];
        if (entry.kind != checkpoint::EntryKind::Value || entry.valueKind != checkpoint::ValueKind::Literal ||
            rows.typeName(entry) != "torch.device" || (!dropped.empty() && dropped[id])) {
            continue;
        }
        const std::string_view old = rows.valueText(entry);
        if (const std::string_view wanted = job.map.target(old); wanted != old) {
            objects.push_back(rows.entryName(id) + ": " + std::string(old) + " -> " + std::string(wanted));
        }
    }
    return objects;
}

/// Rules that were given and match no tag of the file: most likely mistyped.
std::vector<std::string> uselessRules(const ConvertJob& job, const RetagReport& report)
{
    std::vector<std::string> warnings;
    if (job.options.map.maps.empty()) {
        return warnings;
    }
    for (const devices::MapRule& rule : job.map.rules()) {
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

} // namespace

void describeTags(const ConvertJob& job, const Checkpoint& rows, const std::vector<bool>& dropped,
                  const RetagReport& report, ConvertResult& result)
{
    result.deviceObjects = changedObjects(job, rows, dropped);
    std::ranges::move(uselessRules(job, report), std::back_inserter(result.warnings));
}

void writeTags(JsonWriter& json, const ConvertResult& result, const RetagReport& report)
{
    json.counts("tags_before", report.tagsBefore);
    json.counts("tags_after", report.tagsAfter);
    json.counts("left_as_is", report.lookalikes);
    json.texts("device_objects", result.deviceObjects);
    json.texts("script_devices", report.notes);
}

void writeTags(std::string& out, const ConvertResult& result, const RetagReport& report)
{
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
}

} // namespace cairn::cli
