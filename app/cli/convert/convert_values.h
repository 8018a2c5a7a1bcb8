#pragma once

#include "app/cli/convert/convert_job.h"
#include "core/checkpoint/checkpoint.h"

namespace cairn::cli {

/// Writes a copy with fewer values, other names or dtypes, or in another container, and its report.
[[nodiscard]] Result<ExitCode> convertValues(const ConvertJob& job, const checkpoint::Checkpoint& source);

} // namespace cairn::cli
