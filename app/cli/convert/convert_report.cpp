#include "app/cli/convert/convert_report.h"

#include "app/cli/common/json_writer.h"
#include "app/cli/common/map_warnings.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/conversion/conversion_json.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

namespace cairn::cli {

using convert::ConversionReport;
using convert::InPlacePlan;
using convert::RetagPlan;
using convert::RewritePlan;
using convert::TensorsPlan;

namespace {

/// Writes the first of some lines, and how many more there are.
template <typename Items, typename Line>
void writeFirst(std::string& out, const Items& items, std::string_view label, std::uint64_t unnamed, const Line& line)
{
    constexpr std::size_t mostShown = 20;
    const std::size_t shown = std::min(items.size(), mostShown);
    for (std::size_t i = 0; i < shown; ++i) {
        out.append(i == 0 ? label : std::string_view("           "));
        out.append(line(items[i]) + "\n");
    }
    if (const std::uint64_t more = items.size() - shown + unnamed; more != 0) {
        out.append("           and " + groupedDigits(more) + " more\n");
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

void writeTags(std::string& out, const ConversionReport& report)
{
    const convert::RetagReport& tags = report.tags();
    const bool isSame = !tags.changesTags && tags.tagsBefore == tags.tagsAfter;
    out.append("  tags     " + countsText(tags.tagsBefore) +
               (isSame ? ", as the map wants them" : "  ->  " + countsText(tags.tagsAfter)) + "\n");
    if (!tags.lookalikes.empty()) {
        out.append("  left     " + countsText(tags.lookalikes) + ": ordinary strings, not tags" +
                   placesText(report.devices.texts) + "\n");
    }
    if (!report.devices.kept.empty()) {
        out.append("  left     torch.device " + listText(report.devices.kept) + ": --map-devices maps such objects\n");
    }
    for (const std::string& object : report.devices.mapped) {
        out.append("  object   " + printable(object) + "\n");
    }
    for (const std::string& note : tags.notes) {
        out.append("  in code  " + printable(note) + "\n");
    }
}

void writeCasts(std::string& out, const ConversionReport& report)
{
    const convert::Casts& casts = report.casts;
    for (const auto& [rule, tensors] : casts.changed) {
        out.append("  cast     " + rule + ": " + countOf(tensors, "tensor") + "\n");
    }
    if (casts.kept != 0) {
        out.append("  not cast " + countOf(casts.kept, "tensor") + ", of other dtypes or by the rules\n");
    }
    writeFirst(out, report.overflows, "  overflow ", 0, [](const auto& tensor) {
        return inQuotes(tensor.first) + ": " + countOf(tensor.second, "value") + " too large for the new dtype";
    });
}

void writeScales(std::string& out, const convert::ScaleReport& scales)
{
    for (std::size_t i = 0; i < convert::kScaleWords.size(); ++i) {
        const std::string owner(convert::kScaleOwners[i]);
        if (scales.used[i] != 0) {
            out.append("  scales   " + countOf(scales.used[i], "tensor") + " multiplied by the scales of " + owner +
                       "\n");
        }
        if (scales.made[i] != 0) {
            out.append("  scales   made for " + countOf(scales.made[i], "tensor") + ", as " + owner + " has them\n");
        }
    }
    if (!scales.leftOut.empty()) {
        out.append("  left out " + countOf(scales.leftOut.size(), "tensor") + " that only the codes needed: " +
                   inQuotes(scales.leftOut.front()) + (scales.leftOut.size() == 1 ? "\n" : ", ...\n"));
    }
    writeFirst(out, scales.notMade, "  not cast ", 0, [](const std::string& name) {
        return inQuotes(name) + ": scales are for matrices called weight, of float32, float16 or bfloat16";
    });
}

// What was planned, in lines. They give what the last line says of a copy that was compared.

std::string_view writePlan(std::string& /*out*/, const ConversionReport& /*report*/, const std::monostate& /*plan*/)
{
    return {};
}

std::string_view writePlan(std::string& out, const ConversionReport& report, const RetagPlan& /*plan*/)
{
    writeTags(out, report);
    if (report.hasSameBytes) {
        out.append("  same     the copy is the source, byte for byte\n");
    }
    return "the same but for the tags";
}

std::string_view writePlan(std::string& out, const ConversionReport& report, const InPlacePlan& /*plan*/)
{
    writeTags(out, report);
    return "the same but for the tags";
}

std::string_view writePlan(std::string& out, const ConversionReport& report, const RewritePlan& plan)
{
    const convert::StoragePlan& storages = plan.storages;
    writeTags(out, report);
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
    writeFirst(out, storages.ties, "  aliases  ", 0, [](const convert::Tie& tie) {
        return inQuotes(tie.name) + " is " + inQuotes(tie.same) + ", written once";
    });
    if (storages.bytesCut != 0) {
        out.append("  cut      " + humanBytes(storages.bytesCut) + " of storages that no tensor reaches\n");
    }
    if (storages.classesLeftOut != 0) {
        out.append("  left out the source code of " + countOf(storages.classesLeftOut, "class", "classes") +
                   ", which torch only compares\n");
    }
    writeCasts(out, report);
    return "everything is as it was planned";
}

std::string_view writePlan(std::string& out, const ConversionReport& report, const TensorsPlan& plan)
{
    const auto aliases = plan.aliases();
    out.append("  tensors  " + groupedDigits(plan.set.tensors.size() - aliases.size()) + ", " +
               humanBytes(plan.output.dataBytes));
    const auto* folder = std::get_if<convert::DcpPlan>(&plan.output.parts.front().plan);
    if (folder != nullptr) {
        out.append(", in " + countOf(folder->files.size(), "file"));
    } else if (!plan.output.indexPath.empty()) {
        out.append(", in " + countOf(plan.output.parts.size(), "shard"));
    }
    out.append("\n");
    if (folder != nullptr) {
        if (const std::size_t values = folder->values(); values != 0) {
            out.append("  values   " + groupedDigits(values) + " that are no tensors\n");
        }
    } else if (!report.tags().tagsAfter.empty()) {
        writeTags(out, report);
        out.append(plan.output.isNested ? "  nested   as it was before it was safetensors\n" : "");
    } else if (plan.output.isNested) {
        out.append("  nested   for the way back: the metadata says how\n");
    }
    if (report.trust.trust != checkpoint::Trust::DataOnly) {
        out.append("  code     of " + checkpoint::someNames(report.trust).text() +
                   (folder != nullptr ? " is not in the copy\n" : " is not in the copy, which is tensors alone\n"));
    }
    if (plan.set.tensorsLeftOut != 0) {
        out.append("  left out " + countOf(plan.set.tensorsLeftOut, "tensor") + ", as the options say\n");
    }
    if (plan.set.renamed != 0) {
        out.append("  renamed  " + countOf(plan.set.renamed, "tensor") + "\n");
    }
    writeFirst(out, aliases, "  aliases  ", 0, [](const auto& alias) {
        return inQuotes(alias.first) + " is " + inQuotes(alias.second) + ", written once";
    });
    writeFirst(out, plan.set.leftOut, "  left out ", plan.set.unnamedValues(),
               [](const convert::LeftOut& part) { return inQuotes(part.path) + ": " + printable(part.why.text()); });
    writeCasts(out, report);
    writeScales(out, plan.set.scales);
    writeFirst(out, report.removed, "  removed  ", 0,
               [](const std::string& file) { return printable(file) + ", of the earlier set"; });
    if (plan.isRefused) {
        out.append(plan.set.tensors.empty() ? "  refused  there is no tensor to write\n"
                                            : "  refused  unless --drop-others agrees to leave them out\n");
    }
    if (!report.casts.changed.empty()) {
        return "everything is as it was planned";
    }
    return folder != nullptr ? "every tensor and value is the same" : "every tensor is the same";
}

void writeWarnings(std::string& out, const ConvertJob& job)
{
    for (const std::string& warning : job.warnings) {
        out.append("  warning  " + printable(warning) + "\n");
    }
}

void writeEnd(std::string& out, const ConvertJob& job, const ConversionReport& report, std::string_view verified)
{
    writeWarnings(out, job);
    if (report.bytesResumed != 0) {
        out.append("  resumed  with " + humanBytes(report.bytesResumed) + " that an earlier run had kept\n");
    }
    const auto* inPlace = std::get_if<InPlacePlan>(&report.plan);
    if (report.ending == convert::Ending::Planned) {
        if (report.bytesPlanned) {
            const std::string room =
                report.bytesFree ? ", and the disk has " + humanBytes(*report.bytesFree) + " left" : "";
            out.append("  size     " + humanBytes(*report.bytesPlanned) + " at most" + room + "\n");
        }
        out.append(inPlace != nullptr && job.bytesWritten == 0 ? "  nothing has to change\n"
                                                               : "  nothing was written (--dry-run)\n");
        return;
    }
    if (inPlace != nullptr && job.bytesWritten == 0) {
        out.append("  nothing had to change\n");
        return;
    }
    out.append("  written  " + humanBytes(job.bytesWritten) + (inPlace != nullptr ? " at its end in " : " in ") +
               shortTime(report.seconds));
    if (report.bytesReplaced) {
        out.append(" in the place of " + humanBytes(*report.bytesReplaced));
    }
    if (report.isVerified) {
        out.append(", verified: ").append(verified);
    }
    out.append("\n");
    if (inPlace != nullptr) {
        out.append("  undo     truncate -s " + std::to_string(inPlace->report.bytesBefore) + " " + shellFile(job.file) +
                   "\n");
    }
}

/// Where no report will name them: numbers that were too large for their new dtype.
std::string overflowWarning(const convert::Overflows& overflows)
{
    std::uint64_t values = 0;
    for (const auto& [name, count] : overflows) {
        values += count;
    }
    return countOf(values, "value") + " in " + countOf(overflows.size(), "tensor") +
           " too large for the new dtype, the first in " + inQuotes(overflows.begin()->first);
}

} // namespace

void writeReport(const ConvertJob& job, ConversionReport& report, const std::vector<std::string>& planned)
{
    std::vector<Message> warnings;
    std::ranges::transform(planned, std::back_inserter(warnings),
                           [](const std::string& warning) { return verbatim(warning); });
    std::ranges::move(convert::changedRecordWarnings(report.changedRecords), std::back_inserter(warnings));
    std::ranges::move(report.warnings, std::back_inserter(warnings));
    if (job.options.quiet && !report.overflows.empty()) {
        warnings.push_back(verbatim(overflowWarning(report.overflows)));
    }
    report.warnings = std::move(warnings);
    const auto* inPlace = std::get_if<InPlacePlan>(&report.plan);
    job.bytesWritten =
        report.bytesPlanned.value_or(report.bytes - (inPlace == nullptr ? 0 : inPlace->report.bytesBefore));
    if (job.options.json) {
        JsonWriter json(job.report);
        beginDocument(json, job.file);
        convert::writeConversion(json, report, job.options.toOutput ? "-" : report.opensAt());
        json.endObject();
        job.report.append("\n");
        return;
    }
    std::ranges::transform(report.warnings, std::back_inserter(job.warnings), &Message::text);
    const std::string place = job.options.toOutput ? "standard output" : printable(report.opensAt());
    job.report.append(printable(job.file) + (job.options.inPlace ? ", in place" : " -> " + place) + "\n");
    const auto verified =
        std::visit([&](const auto& plan) { return writePlan(job.report, report, plan); }, report.plan);
    writeEnd(job.report, job, report, verified);
}

ExitCode skipFile(const ConvertJob& job, std::string_view why, std::vector<std::string> warnings)
{
    job.isSkipped = true;
    job.warnings = std::move(warnings);
    if (job.options.json) {
        JsonWriter json(job.report);
        beginDocument(json, job.file);
        json.key("skipped").string(why);
        if (!job.danger.empty()) {
            checkpoint::writeTrust(json, job.trust);
        }
        if (!job.warnings.empty()) {
            json.texts("warnings", job.warnings);
        }
        json.endObject();
        job.report.append("\n");
    } else {
        job.report.append(printable(job.file) + "  skipped: " + printable(why) + "\n");
        writeWarnings(job.report, job);
    }
    return ExitCode::Fine;
}

void writeFailure(const ConvertJob& job, const Error& error)
{
    JsonWriter json(job.report);
    beginDocument(json, job.file);
    json.key("out").string(job.target);
    writeErrorMember(json, error);
    json.endObject();
    job.report.append("\n");
}

} // namespace cairn::cli
