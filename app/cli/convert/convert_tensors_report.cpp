#include "app/cli/convert/convert_tensors_report.h"

#include "app/cli/convert/convert_tag_report.h"
#include "core/base/text/text.h"

#include <utility>
#include <vector>

namespace cairn::cli {

using convert::LeftOut;
using convert::NamedTensor;

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

Names aliasesOf(const convert::TensorSet& set)
{
    Names aliases;
    for (const NamedTensor& named : set.tensors) {
        if (named.sameAs != NamedTensor::kItself) {
            aliases.emplace_back(named.name, set.tensors[named.sameAs].name);
        }
    }
    return aliases;
}

/// What opens the copy: of a set its index.
const std::string& nameOf(const ConvertJob& job, const TensorsReport& report)
{
    return report.plan.indexPath.empty() ? job.target : report.plan.indexPath;
}

void writeLeftOut(JsonWriter& json, const convert::TensorSet& set)
{
    json.key("left_out");
    json.beginArray();
    for (const LeftOut& part : set.leftOut) {
        json.beginObject();
        json.key("path");
        json.string(part.path);
        json.key("why");
        json.string(part.why.text());
        json.endObject();
    }
    json.endArray();
    json.key("values_left_out");
    json.number(set.valuesLeftOut);
}

void writeTensorsJson(const ConvertJob& job, const ConvertResult& result, const TensorsReport& report)
{
    const Names aliases = aliasesOf(report.set);
    JsonWriter json(job.report);
    beginReport(json, job, result, nameOf(job, report));
    if (!report.plan.tags.tagsAfter.empty()) {
        writeTags(json, result, report.plan.tags);
    }
    json.key("tensors");
    json.number(report.set.tensors.size() - aliases.size());
    writeLeftOut(json, report.set);
    json.key("nested");
    json.boolean(report.plan.isNested);
    json.key("aliases");
    json.beginObject();
    for (const auto& [alias, kept] : aliases) {
        json.key(alias);
        json.string(kept);
    }
    json.endObject();
    json.key("shards");
    json.beginArray();
    for (std::size_t i = 0; i < report.plan.parts.size() && !report.plan.indexPath.empty(); ++i) {
        json.string(report.plan.parts[i].path);
    }
    json.endArray();
    json.texts("removed", report.written.removed);
    json.key("overflows");
    json.beginObject();
    for (const auto& [name, count] : report.written.overflows) {
        json.key(name);
        json.number(count);
    }
    json.endObject();
    json.key("refused");
    json.boolean(report.refused);
    endReport(json, job.report, result);
}

void writeTensorsText(const ConvertJob& job, const ConvertResult& result, const TensorsReport& report)
{
    const Names aliases = aliasesOf(report.set);
    std::string& out = job.report;
    writeTitle(out, job, nameOf(job, report));
    out.append("  tensors  " + groupedDigits(report.set.tensors.size() - aliases.size()) + ", " +
               humanBytes(report.plan.dataBytes));
    if (!report.plan.indexPath.empty()) {
        out.append(", in " + countOf(report.plan.parts.size(), "shard"));
    }
    out.append("\n");
    if (!report.plan.tags.tagsAfter.empty()) {
        writeTags(out, result, report.plan.tags);
        out.append(report.plan.isNested ? "  nested   as it was before it was safetensors\n" : "");
    } else if (report.plan.isNested) {
        out.append("  nested   for the way back: the metadata says how\n");
    }
    if (job.trust.trust != checkpoint::Trust::DataOnly) {
        out.append("  code     of " + checkpoint::someNames(job.trust) +
                   " is not in the copy, which is tensors alone\n");
    }
    writeFirst(out, aliases, "  aliases  ", 0, [](const auto& alias) {
        return inQuotes(alias.first) + " is " + inQuotes(alias.second) + ", written once";
    });
    writeFirst(out, report.set.leftOut, "  left out ", report.set.unnamedValues(),
               [](const LeftOut& part) { return inQuotes(part.path) + ": " + printable(part.why.text()); });
    writeFirst(out, report.written.overflows, "  overflow ", 0, [](const auto& tensor) {
        return inQuotes(tensor.first) + ": " + countOf(tensor.second, "value") + " too large for the new dtype";
    });
    writeFirst(out, report.written.removed, "  removed  ", 0,
               [](const std::string& file) { return printable(file) + ", of the earlier set"; });
    if (report.refused) {
        out.append(report.set.tensors.empty() ? "  refused  there is no tensor to write\n"
                                              : "  refused  unless --drop-others agrees to leave them out\n");
    }
    writeEnd(out, job, result, "every tensor is the same");
}

} // namespace

void writeTensorsReport(const ConvertJob& job, const ConvertResult& result, const TensorsReport& report)
{
    job.options.json ? writeTensorsJson(job, result, report) : writeTensorsText(job, result, report);
}

} // namespace cairn::cli
