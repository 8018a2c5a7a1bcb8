#include "app/cli/convert/convert_job.h"

#include "app/cli/common/input_stream.h"
#include "app/cli/common/map_warnings.h"
#include "app/cli/common/trust_text.h"
#include "app/cli/common/unused_rules.h"
#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_warnings.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/common/selection.h"
#include "core/convert/conversion/resumed_conversion.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/remote/address.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using convert::ConversionReport;
using convert::Ending;

namespace {

/// What cannot be met is a warning with --lenient and in a recipe: one bad file of many is no reason to stop.
bool isLenient(const ConvertOptions& options)
{
    return options.lenient || !options.recipeFile.empty();
}

/// Has it said that a copy runs code when it is loaded. DangerousFile, if that does harm and is not wanted.
Result<void> tellOfCode(const ConvertJob& job, const Checkpoint& source, const checkpoint::TrustVerdict& copy)
{
    const bool isDangerous = copy.trust == checkpoint::Trust::Dangerous;
    const bool isScript = source.traits().loader == checkpoint::Loader::TorchJitLoad;
    if (isDangerous && job.options.noDangerous) {
        return fail(dangerousFile(copy, job.file, message("Nothing was written"))
                        .fix(message("Take its tensors alone, in a copy whose name ends in .safetensors")));
    }
    if (copy.trust != checkpoint::Trust::DataOnly) {
        job.danger = trustWarning(copy) + (job.options.inPlace ? "The file" : "The copy") + " still does that when " +
                     (isScript ? "torch.jit.load reads it" : "it is loaded with weights_only=False") +
                     (isDangerous ? "; one in .safetensors has the tensors alone" : "");
    }
    return {};
}

/// UnmetRequest, if there is something that cannot be met. With --lenient it is a warning.
Result<void> requireMet(const ConvertJob& job, PlanWarnings& found)
{
    if (isLenient(job.options)) {
        found.warnings.insert(found.warnings.begin(), found.unmet.begin(), found.unmet.end());
        return {};
    }
    if (found.unmet.empty()) {
        return {};
    }
    std::string what;
    for (const std::string& request : found.unmet) {
        what += (what.empty() ? "" : "; ") + request;
    }
    return fail(error(ErrorCode::UnmetRequest, verbatim(what))
                    .in(job.file)
                    .because(message("Nothing was written"))
                    .fix(message("Correct it, or go on all the same with --lenient")));
}

/// What is wrong with the source, if its copy would have the same faults. With --lenient it is a warning.
Result<void> requireWhole(const ConvertJob& job, const Checkpoint& source)
{
    const Issue* damage = isLenient(job.options) ? nullptr : source.damage();
    if (damage == nullptr) {
        return {};
    }
    const auto others = static_cast<std::uint64_t>(std::ranges::count_if(source.issues(), isDamage)) - 1;
    return fail(error(damage->code, others == 0 ? message("the source is damaged: %1", damage->message)
                                                : message("the source is damaged: %1, and %2 of it", damage->message,
                                                          countOf(others, "more fault")))
                    .in(job.file)
                    .because(message("A copy would be as damaged; nothing was written"))
                    .fix(message(
                        "Get the file again, see what `cairn-cli salvage` says is left of it, or take it as it is with "
                        "--lenient")));
}

/// Where nothing would be left of a file, the names that were most likely meant.
Error withNearestKept(Error failure, const convert::Recipe& recipe, const Checkpoint& source)
{
    if (failure.code != ErrorCode::UnmetRequest || recipe.keep.empty()) {
        return failure;
    }
    std::vector<std::string> names;
    source.walk([&](checkpoint::EntryId id, std::size_t) { names.push_back(source.entryName(id)); });
    const auto unused = std::ranges::find_if(recipe.keep, [&names](const std::string& pattern) {
        return std::ranges::none_of(names,
                                    [&](const std::string& name) { return convert::patternCovers(pattern, name); });
    });
    if (unused == recipe.keep.end()) {
        return failure;
    }
    if (const std::string why = matchedNothing("--keep " + inQuotes(*unused), source); why != failure.what.text()) {
        failure.why = verbatim(why);
    }
    return failure;
}

/// Why there is no copy; empty if there is one.
std::string whySkipped(const ConvertJob& job, const ConversionReport& report)
{
    switch (report.ending) {
    case Ending::HasNoTags: return "its format stores no devices: the file loads on any machine as it is";
    case Ending::NameTaken: return job.target + " is there already";
    case Ending::AlreadyThere:
        return (report.isVerified ? "its copy is there already, and verified: " : "its copy is there already: ") +
               job.target;
    case Ending::Unchanged:
        if (job.options.inPlace) {
            return "nothing had to change";
        }
        if (std::holds_alternative<convert::RewritePlan>(report.plan)) {
            return "the copy would say the same as the file";
        }
        return std::holds_alternative<convert::RetagPlan>(report.plan)
                   ? "its tags are what the map makes of them: " + countsText(report.tags().tagsBefore)
                   : "it is safetensors with these names and dtypes already";
    default: return {};
    }
}

} // namespace

Result<ExitCode> runConvertJob(const ConvertJob& job)
{
    const ConvertOptions& options = job.options;
    job.progress.setStage("opening");
    if (options.inPlace && isStream(job.file)) {
        return fail(
            error(ErrorCode::Usage, message("what comes through a pipe has no place in which it could be changed"))
                .in(job.file)
                .fix(message("Name the file, or a copy with -o")));
    }
    if (options.inPlace && remote::isAddress(job.file)) {
        return fail(error(ErrorCode::Usage, message("a file elsewhere cannot be changed in place"))
                        .in(job.file)
                        .fix(message("Write a copy with -o")));
    }
    CAIRN_ASSIGN(source, openInput(job.file, job.progress));
    const bool hasOnlyTensors = source->traits().hasOnlyTensors && !source->traits().isSetOfFiles;
    if (job.isFound && hasOnlyTensors && !options.inPlace &&
        convert::routeFor(options.recipe, *source, job.target) == convert::Route::Tags) {
        return skipFile(job, "its format stores no devices: the file loads on any machine as it is");
    }
    if (options.inPlace && options.recipe.selects() && source->traits().isSetOfFiles) {
        return fail(error(ErrorCode::Usage, message("a set of shards is several files, and --in-place changes one"))
                        .in(job.file)
                        .fix(message("Name the shards, or write a new set with --out-dir and --shard-size")));
    }
    PlanWarnings found;
    const convert::ConversionRequest request{
        .recipe = options.recipe,
        .file = job.file,
        .target = job.target,
        .names = job.names,
        .existing = options.recipe.existing,
        .part = job.part,
        .inPlace = options.inPlace,
        .isTrial = options.dryRun,
        .requiresIntact = !isLenient(options),
        .takesDamagedFolder = isLenient(options),
        .makesFolder = options.makesFolder(),
        .reviewCode = [&](const checkpoint::TrustVerdict& copy) { return tellOfCode(job, *source, copy); },
        .review = [&](const ConversionReport& planned) -> Result<void> {
            const bool isOfTensors = std::holds_alternative<convert::TensorsPlan>(planned.plan);
            if (!isOfTensors && (options.clone || options.dropOthers)) {
                return fail(
                    error(ErrorCode::Usage, message("--clone and --drop-others belong to copies of the tensors alone"))
                        .in(job.file)
                        .fix(message("Let the copy end in .safetensors, or in .pth with --drop-others")));
            }
            found = warningsOf(job, *source, planned);
            CAIRN_TRY(requireMet(job, found));
            if (job.unusedRules != nullptr) {
                *job.unusedRules = found.unusedRules;
            }
            const bool isCopied = !isOfTensors && !std::holds_alternative<convert::RewritePlan>(planned.plan);
            return isCopied ? requireWhole(job, *source) : Result<void>();
        }};
    auto converted = options.resume
                         ? convert::convertResumably(*source, request, convert::WhenStopped::KeepParts, job.progress)
                         : convert::convertCheckpoint(*source, request, job.progress);
    if (!converted) {
        return fail(withNearestKept(std::move(converted).error(), options.recipe, *source));
    }
    ConversionReport report = std::move(*converted);
    job.trust = report.trust;
    if (job.files != nullptr && (report.ending == Ending::Written || report.ending == Ending::AlreadyThere)) {
        const auto* written = std::get_if<convert::TensorsPlan>(&report.plan);
        *job.files = written != nullptr ? written->output.files() : std::vector<std::string>{report.target};
    }
    if (const std::string why = whySkipped(job, report); !why.empty()) {
        if (!options.inPlace && report.ending != Ending::AlreadyThere) {
            job.danger.clear(); // of a copy, and none is made
        }
        return skipFile(job, why, std::move(found.warnings));
    }
    const auto* copied = std::get_if<convert::RetagPlan>(&report.plan);
    if (copied != nullptr && !options.dryRun && !copied->report.changesTags) { // what is said of it is looked at
        CAIRN_ASSIGN(isSame, convert::isSameAsSource(*copied, report.target));
        report.hasSameBytes = isSame;
    }
    writeReport(job, report, found.warnings);
    const auto* tensors = std::get_if<convert::TensorsPlan>(&report.plan);
    return tensors != nullptr && tensors->isRefused ? ExitCode::BadInput : ExitCode::Fine;
}

} // namespace cairn::cli
