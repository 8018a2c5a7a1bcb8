#include "app/cli/convert/convert_job.h"

#include "app/cli/common/input_stream.h"
#include "app/cli/convert/convert_report.h"
#include "app/cli/convert/convert_retag.h"
#include "app/cli/convert/convert_tensors.h"
#include "app/cli/convert/convert_values.h"
#include "core/base/progress.h"
#include "core/convert/recipe/recipe_route.h"

namespace cairn::cli {

namespace {

/// A safetensors file that is called .pth would become one in place, and the other way round.
Result<void> keepsFormat(const ConvertJob& job, const checkpoint::Checkpoint& source, convert::Route route)
{
    CAIRN_ASSIGN(output, convert::outputRules(job.options.recipe, job.target));
    const bool isSafetensors = route == convert::Route::Tensors && output.format == convert::TensorFormat::Safetensors;
    if (isSafetensors == (source.traits().kind == formats::FileKind::Safetensors)) {
        return {};
    }
    return fail(error(ErrorCode::Usage, "the name of the file says another format than it has")
                    .in(job.file)
                    .fix("Rename it first, or name a copy with -o"));
}

} // namespace

Result<ExitCode> runConvertJob(const ConvertJob& job)
{
    job.progress.setStage("opening");
    if (job.options.inPlace && isStream(job.file)) {
        return fail(error(ErrorCode::Usage, "what comes through a pipe has no place in which it could be changed")
                        .in(job.file)
                        .fix("Name the file, or a copy with -o"));
    }
    CAIRN_ASSIGN(source, openInput(job.file, job.progress));
    job.trust = checkpoint::trustOf(*source);
    if (job.options.inPlace && job.options.recipe.selects() && source->traits().isSetOfFiles) {
        return fail(error(ErrorCode::Usage, "a set of shards is several files, and --in-place changes one")
                        .in(job.file)
                        .fix("Name the shards, or write a new set with --out-dir and --shard-size"));
    }
    if (job.options.inPlace && !job.options.recipe.selects()) {
        CAIRN_TRY(tellOfCode(job, *source, job.trust));
        return convertInPlace(job, *source);
    }
    const convert::Route route = convert::routeFor(job.options.recipe, *source, job.target);
    CAIRN_TRY(convert::checkTarget(job.options.recipe, route, *source, job.target));
    if (job.options.inPlace) {
        CAIRN_TRY(keepsFormat(job, *source, route));
    }
    if (route == convert::Route::Tensors) {
        return convertTensors(job, *source);
    }
    if (job.options.clone || job.options.dropOthers) {
        return fail(error(ErrorCode::Usage,
                          "--clone and --drop-others belong to --to safetensors and to inputs that are "
                          "safetensors or sets of shards")
                        .in(job.file));
    }
    if (route == convert::Route::Tags || (route == convert::Route::Values && job.options.dryRun)) {
        CAIRN_TRY(tellOfCode(job, *source, job.trust)); // that of values written anew is looked at, as it may have less
    }
    switch (route) {
    case convert::Route::Values: return convertValues(job, *source);
    case convert::Route::HasNoTags:
        return skipFile(job, "safetensors stores no devices: the file loads on any machine as it is");
    case convert::Route::ListOfShards:
        return skipFile(job, "a list of shards has no tags of its own; convert the files that it lists");
    default: return convertTags(job, *source);
    }
}

} // namespace cairn::cli
