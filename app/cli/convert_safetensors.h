#pragma once

#include "app/cli/convert_job.h"

namespace cairn::cli {

/// Writes the tensors of a checkpoint to a safetensors file, and the report of it. A --dry-run reports also what would
/// be refused; then the exit code is that of the refusal.
[[nodiscard]] Result<ExitCode> convertToSafetensors(const ConvertJob& job);

} // namespace cairn::cli
