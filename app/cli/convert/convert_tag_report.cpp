#include "app/cli/convert/convert_tag_report.h"

#include "app/cli/common/map_warnings.h"
#include "core/base/text/text.h"
#include "core/devices/machine/torch_restore.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using convert::RetagReport;

namespace {

/// The torch.device objects that the map has another device for: with --map-devices what became of each, by the names
/// of their entries; without, which devices they stay.
void describeObjects(const ConvertJob& job, const Checkpoint& rows, const std::vector<bool>& dropped,
                     ConvertResult& result)
{
    std::set<std::string_view> kept;
    for (checkpoint::EntryId id = 0; id < rows.entries().size(); ++id) {
        const Entry& entry = rows.entries()[id];
        if (entry.kind != checkpoint::EntryKind::Value || entry.valueKind != checkpoint::ValueKind::Literal ||
            rows.typeName(entry) != "torch.device" || (!dropped.empty() && dropped[id])) {
            continue;
        }
        const std::string_view old = rows.valueText(entry);
        const std::string_view wanted = job.map.target(old);
        if (wanted == old) {
            continue;
        }
        if (job.options.recipe.mapDevices) {
            result.deviceObjects.push_back(rows.entryName(id) + ": " + std::string(old) + " -> " + std::string(wanted));
        } else {
            kept.insert(old);
        }
    }
    result.keptObjects.assign(kept.begin(), kept.end());
}

/// The entries whose text or key reads like a device and stays as it is.
std::vector<std::string> entriesLeft(const Checkpoint& rows, const std::vector<bool>& dropped,
                                     const RetagReport& report)
{
    std::vector<std::string> names;
    for (checkpoint::EntryId id = 0; id < rows.entries().size() && !report.lookalikes.empty(); ++id) {
        const Entry& entry = rows.entries()[id];
        const bool isText = entry.kind == checkpoint::EntryKind::Value &&
                            entry.valueKind == checkpoint::ValueKind::Text &&
                            report.lookalikes.contains(std::string(rows.valueText(entry)));
        const bool isKey = report.lookalikes.contains(rows.keyText(entry));
        if ((isText || isKey) && (dropped.empty() || !dropped[id])) {
            names.push_back(rows.entryName(id));
        }
    }
    return names;
}

/// New tags that only an extension of PyTorch could know: met, if there is such an extension.
void describeStrangeTags(const RetagReport& report, ConvertResult& result)
{
    for (const auto& [tag, count] : report.tagsAfter) {
        if (!report.tagsBefore.contains(tag) &&
            devices::problemWithoutDevices(tag) == devices::Restored::Problem::UnknownTag) {
            const bool isKnown = devices::isBackendOfOthers(std::string_view(tag).substr(0, tag.find(':')));
            (isKnown ? result.warnings : result.unmet)
                .push_back(cairn::inQuotes(tag) +
                           " is no device of PyTorch itself: the copy loads only where an extension brings it" +
                           (tag.starts_with("gpu") ? ". A GPU is \"cuda\"" : ""));
        }
    }
}

/// ", in "args.device", "config.gpu" and 3 more"
std::string placesText(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (const std::string& name : std::span(names).first(std::min(names.size(), most))) {
        text += (text.empty() ? ", in " : ", ") + cairn::inQuotes(name);
    }
    return names.size() > most ? text + " and " + groupedDigits(names.size() - most) + " more" : text;
}

std::string listText(const std::vector<std::string>& objects)
{
    std::string text;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        text += (i == 0 ? "" : ", ") + printable(objects[i]);
    }
    return text;
}

} // namespace

void describeTags(const ConvertJob& job, const Checkpoint& rows, const std::vector<bool>& dropped,
                  const RetagReport& report, ConvertResult& result)
{
    describeObjects(job, rows, dropped, result);
    result.leftIn = entriesLeft(rows, dropped, report);
    describeMap(job, rows, report, result);
}

void describeMap(const ConvertJob& job, const Checkpoint& rows, const RetagReport& report, ConvertResult& result)
{
    if (job.options.recipe.map) {
        const TagCounts counts{.storages = report.tagsBefore, .objects = report.devices};
        for (UselessRule& rule : uselessRules(job.map, rows, counts)) {
            (rule.mayBeMeant ? result.warnings : result.unmet).push_back(std::move(rule.text));
        }
    }
    describeStrangeTags(report, result);
}

void writeTags(JsonWriter& json, const ConvertResult& result, const RetagReport& report)
{
    json.counts("tags_before", report.tagsBefore);
    json.counts("tags_after", report.tagsAfter);
    json.counts("left_as_is", report.lookalikes);
    json.texts("left_in", result.leftIn);
    json.texts("device_objects", result.deviceObjects);
    json.texts("device_objects_left", result.keptObjects);
    json.texts("script_devices", report.notes);
}

void writeTags(std::string& out, const ConvertResult& result, const RetagReport& report)
{
    const bool isSame = !report.changesTags && report.tagsBefore == report.tagsAfter;
    out.append("  tags     " + countsText(report.tagsBefore) +
               (isSame ? ", as the map wants them" : "  ->  " + countsText(report.tagsAfter)) + "\n");
    if (!report.lookalikes.empty()) {
        out.append("  left     " + countsText(report.lookalikes) + ": ordinary strings, not tags" +
                   placesText(result.leftIn) + "\n");
    }
    if (!result.keptObjects.empty()) {
        out.append("  left     torch.device " + listText(result.keptObjects) + ": --map-devices maps such objects\n");
    }
    for (const std::string& object : result.deviceObjects) {
        out.append("  object   " + printable(object) + "\n");
    }
    for (const std::string& note : report.notes) {
        out.append("  in code  " + printable(note) + "\n");
    }
}

} // namespace cairn::cli
