#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/map_location.h"
#include "core/devices/map/placement.h"

#include <string>
#include <vector>

namespace cairn::devices {

/// Storages that torch restores to one location for one reason.
struct LoadGroup {
    std::string location;    ///< what torch is asked for: a target of the map, or a saved tag
    bool ignoresMap = false; ///< inside a blob, whose own torch.load gets no map_location
    std::vector<checkpoint::StorageId> storages;
    std::uint64_t bytes = 0;
    std::uint64_t largestBytes = 0;
    Restored restored;
};

/// What a checkpoint asks torch for, by location.
struct LoadGroups {
    std::vector<LoadGroup> groups; ///< in order of first appearance
    Placement placement;
};

/// `placement` is that of the map.
[[nodiscard]] LoadGroups groupByLocation(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                         Placement placement, const DeviceInventory& machine, TorchLine line);

} // namespace cairn::devices
