#pragma once

#include "app/cli/convert/convert_job.h"
#include "core/checkpoint/checkpoint.h"

namespace cairn::cli {

/// Writes the tensors of a checkpoint to one file or several, and the report of it. A --dry-run reports also what would
/// be refused; then the exit code is that of the refusal.
[[nodiscard]] Result<ExitCode> convertTensors(const ConvertJob& job, const checkpoint::Checkpoint& source);

} // namespace cairn::cli
