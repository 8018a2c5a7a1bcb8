#pragma once

#include "core/devices/preflight.h"

namespace cairn::devices {

/// The verdict with everything that stands in the way, but without fixes.
[[nodiscard]] Preflight findProblems(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                     const DeviceInventory& machine, TorchLine line,
                                     FileTrust trust = FileTrust::Trusted);
/// The same where the placement by the map is known already.
[[nodiscard]] Preflight findProblems(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                     Placement placement, const DeviceInventory& machine, TorchLine line,
                                     FileTrust trust = FileTrust::Trusted);

/// "cuda:0, cuda:1 and mps"
[[nodiscard]] Message joinedNames(const std::vector<std::string>& names);

} // namespace cairn::devices
