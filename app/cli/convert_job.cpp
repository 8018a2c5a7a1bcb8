#include "app/cli/convert_job.h"

#include "app/cli/convert_retag.h"
#include "app/cli/convert_tensors.h"
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
    if (job.options.selects() || !job.options.to.empty() || !job.options.shardSize.empty()) {
        return fail(error(ErrorCode::Usage,
                          "--to pth, --keep, --drop, --rename, --cast and --compact are for safetensors "
                          "files and sets of shards, or for --to safetensors")
                        .in(job.file));
    }
    if (job.options.clone || job.options.dropOthers) {
        return fail(error(ErrorCode::Usage,
                          "--clone and --drop-others belong to --to safetensors and to inputs that are "
                          "safetensors or sets of shards")
                        .in(job.file));
    }
    return convertTags(job, *source);
}

} // namespace cairn::cli
