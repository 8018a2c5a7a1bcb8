#pragma once

#include "app/cli/command.h"
#include "app/cli/convert_options.h"
#include "core/devices/map_location.h"

namespace cairn::cli {

/// The rules of --map; without any, everything goes to cpu.
[[nodiscard]] Result<devices::MapLocation> parseMap(const std::vector<std::string>& texts);

/// Writes a copy with other device tags, and its report.
[[nodiscard]] Result<void> convertTags(Session& session, const ConvertJob& job, const devices::MapLocation& map);

} // namespace cairn::cli
