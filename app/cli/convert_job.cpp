#include "app/cli/convert_job.h"

#include "app/cli/convert_retag.h"
#include "app/cli/convert_tensors.h"
#include "app/cli/convert_values.h"
#include "core/base/progress.h"
#include "core/checkpoint/open.h"

namespace cairn::cli {

Result<ExitCode> runConvertJob(const ConvertJob& job)
{
    if (job.options.inPlace) {
        return convertInPlace(job);
    }
    job.progress.setStage("opening");
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(job.file, &job.progress));
    if (const auto format = tensorFormatFor(job, *source)) {
        return convertTensors(job, *source, *format);
    }
    if (job.options.clone || job.options.dropOthers) {
        return fail(error(ErrorCode::Usage,
                          "--clone and --drop-others belong to --to safetensors and to inputs that are "
                          "safetensors or sets of shards")
                        .in(job.file));
    }
    return job.options.selects() || !job.options.to.empty() ? convertValues(job, *source) : convertTags(job, *source);
}

} // namespace cairn::cli
