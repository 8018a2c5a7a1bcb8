#include "app/cli/convert_tensors.h"

#include "app/cli/convert_report.h"
#include "app/cli/convert_tensors_report.h"
#include "core/base/progress.h"
#include "core/convert/copy_check.h"
#include "core/convert/shard_layout.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using convert::TensorFormat;

namespace {

Result<convert::TensorRules> tensorRules(const ConvertOptions& options)
{
    convert::TensorRules rules;
    rules.sharing = options.clone ? convert::Sharing::Clone : convert::Sharing::Alias;
    CAIRN_ASSIGN(selection, convert::Selection::make(options.keep, options.drop, options.renames));
    CAIRN_ASSIGN(casts, convert::CastRules::make(options.casts));
    rules.selection = std::move(selection);
    rules.casts = std::move(casts);
    return rules;
}

Result<convert::OutputRules> outputRules(const ConvertJob& job, TensorFormat format)
{
    convert::OutputRules rules{.format = format, .target = job.target, .tag = std::string(job.map.target("cpu"))};
    if (!job.options.shardSize.empty()) {
        CAIRN_ASSIGN(bytes, convert::parseShardSize(job.options.shardSize));
        rules.shardBytes = bytes;
    }
    return rules;
}

/// What the name of a target asks for.
std::optional<TensorFormat> formatByName(std::string_view target)
{
    if (target.ends_with(".safetensors")) {
        return TensorFormat::Safetensors;
    }
    constexpr std::array<std::string_view, 4> names = {".pth", ".pt", ".bin", ".ckpt"};
    const bool isTorch = std::ranges::any_of(names, [&](std::string_view name) { return target.ends_with(name); });
    return isTorch ? std::optional(TensorFormat::TorchZip) : std::nullopt;
}

} // namespace

std::optional<TensorFormat> tensorFormatFor(const ConvertJob& job, const Checkpoint& source)
{
    const ConvertOptions& options = job.options;
    const bool isSet =
        source.format() == checkpoint::Format::Safetensors || source.format() == checkpoint::Format::Sharded;
    if (options.to == kToSafetensors) {
        return TensorFormat::Safetensors;
    }
    if (options.to == kToLegacy || (!isSet && options.shardSize.empty())) {
        return std::nullopt;
    }
    return options.to == kToPth ? TensorFormat::TorchZip : formatByName(job.target);
}

Result<ExitCode> convertTensors(const ConvertJob& job, const Checkpoint& source, TensorFormat format)
{
    const Stopwatch watch;
    const ConvertOptions& options = job.options;
    CAIRN_ASSIGN(rules, tensorRules(options));
    CAIRN_ASSIGN(wanted, outputRules(job, format));
    auto set = convert::planTensorSet(source, std::move(rules), &job.progress);
    if (!set) {
        return fail(std::move(set).error().in(job.file));
    }
    auto lossless = options.dropOthers ? convert::requireTensors(*set) : convert::requireNothingLost(*set);
    if (!lossless && !options.dryRun) {
        return fail(std::move(lossless).error().in(job.file));
    }
    auto plan = convert::planOutput(source, *set, wanted);
    if (!plan) {
        return fail(std::move(plan).error().in(job.file));
    }
    ConvertResult result;
    convert::OutputReport written;
    for (const std::string& rule : set->unusedRules) {
        result.warnings.push_back(rule + " matched nothing");
    }
    if (options.dryRun) {
        CAIRN_TRY(planSize(job, plan->fileBytes, result));
        CAIRN_ASSIGN(overflows, convert::findOverflows(source, set->tensors, &job.progress));
        written.overflows = std::move(overflows);
    } else {
        const auto verify = options.verify ? convert::Verify::Yes : convert::Verify::No;
        CAIRN_ASSIGN(report, convert::writeOutput(source, *plan, options.existing(), verify, &job.progress));
        if (!report.difference.empty()) {
            return fail(convert::copyDiffers(report.difference, job.target));
        }
        result.bytes = report.bytes;
        if (options.verify) {
            result.verified = true;
        }
        written = std::move(report);
    }
    result.seconds = watch.seconds();
    writeTensorsReport(job, result, {*set, *plan, written, !lossless});
    return lossless ? ExitCode::Fine : ExitCode::BadInput;
}

} // namespace cairn::cli
