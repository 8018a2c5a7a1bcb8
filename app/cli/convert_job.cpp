#include "app/cli/convert_job.h"

#include "app/cli/convert_report.h"
#include "app/cli/convert_retag.h"
#include "app/cli/convert_tensors.h"
#include "app/cli/convert_values.h"
#include "app/cli/input_stream.h"
#include "core/base/progress.h"
#include "core/convert/recipe_route.h"

namespace cairn::cli {

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
    if (job.options.inPlace) {
        CAIRN_TRY(tellOfCode(job, job.trust));
        return convertInPlace(job, *source);
    }
    const convert::Route route = convert::routeFor(job.options.recipe, *source, job.target);
    CAIRN_TRY(convert::checkTarget(job.options.recipe, route, *source, job.target));
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
        CAIRN_TRY(tellOfCode(job, job.trust)); // that of values written anew is looked at, as it may have less
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
