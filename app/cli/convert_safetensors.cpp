#include "app/cli/convert_safetensors.h"

#include "app/cli/convert_report.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/open.h"
#include "core/convert/to_safetensors.h"

#include <algorithm>
#include <utility>

namespace cairn::cli {

using convert::LeftOut;
using convert::SafetensorsPlan;

namespace {

void writeJson(std::string& out, const ConvertJob& job, const ConvertResult& result, const SafetensorsPlan& plan,
               bool refused)
{
    JsonWriter json(out);
    beginReport(json, job, result);
    json.key("tensors");
    json.number(plan.tensors.size());
    json.key("left_out");
    json.beginArray();
    for (const LeftOut& part : plan.leftOut) {
        json.beginObject();
        json.key("path");
        json.string(part.path);
        json.key("why");
        json.string(part.why);
        json.endObject();
    }
    json.endArray();
    json.key("values_left_out");
    json.number(plan.valuesLeftOut);
    json.key("aliases");
    json.beginObject();
    for (const auto& [alias, kept] : plan.aliases) {
        json.key(alias);
        json.string(kept);
    }
    json.endObject();
    json.key("refused");
    json.boolean(refused);
    endReport(json, out, result);
}

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

void writeText(std::string& out, const ConvertJob& job, const ConvertResult& result, const SafetensorsPlan& plan,
               bool refused)
{
    writeTitle(out, job);
    out.append("  tensors  " + groupedDigits(plan.tensors.size()) + ", " + humanBytes(plan.dataBytes) + "\n");
    writeFirst(out, plan.aliases, "  aliases  ", 0, [](const auto& alias) {
        return printable(alias.first) + " is " + printable(alias.second) + ", written once";
    });
    writeFirst(out, plan.leftOut, "  left out ", plan.unnamedValues(),
               [](const LeftOut& part) { return printable(part.path) + ": " + printable(part.why); });
    if (refused) {
        out.append(plan.tensors.empty() ? "  refused  there is no tensor to write\n"
                                        : "  refused  unless --drop-others agrees to leave them out\n");
    }
    writeEnd(out, job, result, "every tensor is the same");
}

} // namespace

Result<ExitCode> convertToSafetensors(const ConvertJob& job)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    Progress& progress = job.progress;
    progress.setStage("opening");
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(job.file, &progress));
    auto plan =
        convert::planSafetensors(*source, options.clone ? convert::Sharing::Clone : convert::Sharing::Alias, &progress);
    if (!plan) {
        return fail(std::move(plan).error().in(job.file));
    }
    ConvertResult result;
    auto lossless = options.dropOthers ? convert::requireTensors(*plan) : convert::requireNothingLost(*plan);
    if (!lossless && !options.dryRun) {
        return fail(std::move(lossless).error().in(job.file));
    }
    if (!options.dryRun) {
        convert::FileCheck check;
        if (options.verify) {
            check = [&](const std::string& path) -> Result<void> {
                CAIRN_ASSIGN(difference, convert::firstDifference(*source, *plan, path, &progress));
                return difference ? fail(copyDiffers(*difference, job)) : Result<void>{};
            };
            result.verified = true;
        }
        CAIRN_TRY(convert::writeSafetensors(*source, *plan, job.target, options.existing(), &progress, check));
        result.bytes = plan->fileBytes();
    }
    result.seconds = watch.seconds();
    const auto write = options.json ? writeJson : writeText;
    write(job.report, job, result, *plan, !lossless);
    return lossless ? ExitCode::Fine : ExitCode::BadInput;
}

} // namespace cairn::cli
