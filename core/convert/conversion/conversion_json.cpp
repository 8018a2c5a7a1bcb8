#include "core/convert/conversion/conversion_json.h"

#include "core/checkpoint/trust.h"

#include <map>

namespace cairn::convert {

namespace {

void writeNumber(JsonWriter& json, JsonName name, std::uint64_t value)
{
    json.key(name).number(value);
}

void writeFlag(JsonWriter& json, JsonName name, bool value)
{
    json.key(name).boolean(value);
}

void writeTags(JsonWriter& json, const ConversionReport& report)
{
    const RetagReport& tags = report.tags();
    json.counts("tags_before", tags.tagsBefore);
    json.counts("tags_after", tags.tagsAfter);
    json.counts("left_as_is", tags.lookalikes);
    json.texts("left_in", report.devices.texts);
    json.texts("device_objects", report.devices.mapped);
    json.texts("device_objects_left", report.devices.kept);
    json.texts("script_devices", tags.notes);
}

void writeCasts(JsonWriter& json, const ConversionReport& report)
{
    json.counts("casts", report.casts.changed);
    json.counts("overflows", report.overflows);
}

void writeScales(JsonWriter& json, const ScaleReport& scales)
{
    const auto counts = [](const std::array<std::uint64_t, kScaleWords.size()>& byConvention) {
        std::map<std::string, std::uint64_t> named;
        for (std::size_t i = 0; i < byConvention.size(); ++i) {
            if (byConvention[i] != 0) {
                named.emplace(kScaleWords[i], byConvention[i]);
            }
        }
        return named;
    };
    json.key("scales");
    json.beginObject();
    json.counts("used", counts(scales.used));
    json.texts("left_out", scales.leftOut);
    json.texts("unscaled", scales.unscaled);
    json.counts("made", counts(scales.made));
    json.texts("not_made", scales.notMade);
    json.endObject();
}

void writePlan(JsonWriter& /*json*/, const ConversionReport& /*report*/, const std::monostate& /*plan*/) {}

void writePlan(JsonWriter& json, const ConversionReport& report, const RetagPlan& /*plan*/)
{
    writeTags(json, report);
    writeFlag(json, "same_bytes", report.hasSameBytes);
}

void writePlan(JsonWriter& json, const ConversionReport& report, const InPlacePlan& plan)
{
    writeTags(json, report);
    writeNumber(json, "bytes_before", plan.report.bytesBefore);
    writeFlag(json, "same_bytes", report.bytesPlanned.value_or(report.bytes - plan.report.bytesBefore) == 0);
}

void writePlan(JsonWriter& json, const ConversionReport& report, const RewritePlan& plan)
{
    writeTags(json, report);
    json.texts("left_out", plan.rows.leftOut);
    json.texts("records_left_out", plan.lostRecords);
    writeNumber(json, "renamed", plan.rows.newKeys.size());
    writeNumber(json, "storages", plan.storages.storages.size());
    writeNumber(json, "storage_bytes", plan.storages.dataBytes);
    writeNumber(json, "storages_left_out", plan.storages.storagesLeftOut);
    writeNumber(json, "bytes_left_out", plan.storages.bytesLeftOut);
    writeNumber(json, "bytes_cut", plan.storages.bytesCut);
    writeNumber(json, "class_sources_left_out", plan.storages.classesLeftOut);
    json.key("aliases");
    json.beginObject();
    for (const Tie& tie : plan.storages.ties) {
        json.key(tie.name).string(tie.same);
    }
    json.endObject();
    writeCasts(json, report);
}

void writePlan(JsonWriter& json, const ConversionReport& report, const TensorsPlan& plan)
{
    if (!report.tags().tagsAfter.empty()) {
        writeTags(json, report);
    }
    const auto aliases = plan.aliases();
    writeNumber(json, "tensors", plan.set.tensors.size() - aliases.size());
    writeNumber(json, "tensors_left_out", plan.set.tensorsLeftOut);
    writeNumber(json, "renamed", plan.set.renamed);
    json.key("left_out");
    json.beginArray();
    for (const LeftOut& part : plan.set.leftOut) {
        json.beginObject();
        json.key("path").string(part.path);
        json.key("why").string(part.why.text());
        json.endObject();
    }
    json.endArray();
    writeNumber(json, "values_left_out", plan.set.valuesLeftOut);
    writeFlag(json, "nested", plan.output.isNested);
    json.key("aliases");
    json.beginObject();
    for (const auto& [alias, kept] : aliases) {
        json.key(alias).string(kept);
    }
    json.endObject();
    json.texts("shards", plan.shards());
    if (const auto* folder = std::get_if<DcpPlan>(&plan.output.parts.front().plan)) {
        writeNumber(json, "files", folder->files.size());
        writeNumber(json, "values", folder->values());
    }
    json.texts("removed", report.removed);
    writeCasts(json, report);
    writeScales(json, plan.set.scales);
    writeFlag(json, "refused", plan.isRefused);
}

} // namespace

void writeConversion(JsonWriter& json, const ConversionReport& report, std::string_view out)
{
    json.key("out").string(out);
    writeNumber(json, "bytes", report.bytes);
    if (report.bytesPlanned) {
        writeNumber(json, "bytes_planned", *report.bytesPlanned);
        json.key("bytes_free");
        report.bytesFree ? json.number(*report.bytesFree) : json.null();
    }
    if (report.bytesReplaced) {
        writeNumber(json, "bytes_before", *report.bytesReplaced);
    }
    if (report.bytesResumed != 0) {
        writeNumber(json, "bytes_resumed", report.bytesResumed);
    }
    json.key("seconds").number(report.seconds);
    checkpoint::writeTrust(json, report.trust);
    std::visit([&](const auto& plan) { writePlan(json, report, plan); }, report.plan);
    json.key("warnings");
    json.beginArray();
    for (const Message& warning : report.warnings) {
        json.string(warning.text());
    }
    json.endArray();
    json.key("verified");
    report.isVerified ? json.boolean(true) : json.null();
}

} // namespace cairn::convert
