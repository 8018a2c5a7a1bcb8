#pragma once

#include "app/cli/convert_job.h"
#include "core/checkpoint/checkpoint.h"

namespace cairn::cli {

/// The rules of --map; without any, everything goes to cpu.
[[nodiscard]] Result<devices::MapLocation> parseMap(const std::vector<std::string>& texts);

/// Writes a copy with other device tags, and its report.
[[nodiscard]] Result<ExitCode> convertTags(const ConvertJob& job, const checkpoint::Checkpoint& source);
/// The same inside the file itself.
[[nodiscard]] Result<ExitCode> convertInPlace(const ConvertJob& job);

} // namespace cairn::cli
