#pragma once

#include "app/cli/convert/convert_job.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/tag_map.h"

namespace cairn::cli {

/// What a job wants with tags.
[[nodiscard]] convert::TagMap tagMapOf(const ConvertJob& job);

/// Writes a copy with other device tags, and its report.
[[nodiscard]] Result<ExitCode> convertTags(const ConvertJob& job, const checkpoint::Checkpoint& source);
/// The same inside the file itself.
[[nodiscard]] Result<ExitCode> convertInPlace(const ConvertJob& job, const checkpoint::Checkpoint& source);

} // namespace cairn::cli
