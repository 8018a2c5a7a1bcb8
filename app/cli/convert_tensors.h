#pragma once

#include "app/cli/convert_job.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/tensor_output.h"

#include <optional>

namespace cairn::cli {

/// The format in which an input is written anew, tensor by tensor; nothing if its container is kept or changed with all
/// that is in it. Safetensors files and sets of shards have no such container.
[[nodiscard]] std::optional<convert::TensorFormat> tensorFormatFor(const ConvertJob& job,
                                                                   const checkpoint::Checkpoint& source);

/// Writes the tensors of a checkpoint to one file or several, and the report of it. A --dry-run reports also what would
/// be refused; then the exit code is that of the refusal.
[[nodiscard]] Result<ExitCode> convertTensors(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                              convert::TensorFormat format);

} // namespace cairn::cli
