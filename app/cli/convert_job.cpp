#include "app/cli/convert_job.h"

#include "app/cli/convert_retag.h"
#include "app/cli/convert_safetensors.h"

namespace cairn::cli {

Result<ExitCode> runConvertJob(const ConvertJob& job)
{
    if (job.options.to == kToSafetensors) {
        return convertToSafetensors(job);
    }
    return job.options.inPlace ? convertInPlace(job) : convertTags(job);
}

} // namespace cairn::cli
