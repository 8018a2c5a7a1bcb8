#pragma once

#include "core/devices/map/map_location.h"

#include <cstdint>

namespace cairn::convert {

/// Whether torch.device objects follow the tags. They are values that a program saved, not places of storages.
enum class DeviceObjects : std::uint8_t { Keep, Map };

/// What a retag is to do: where storages go, and whether torch.device objects go there too. Made where it is passed;
/// the map stays the caller's.
struct TagMap {
    // NOLINTNEXTLINE(google-explicit-constructor): a map alone is the usual case
    TagMap(const devices::MapLocation& map, DeviceObjects deviceObjects = DeviceObjects::Keep)
        : location(map), objects(deviceObjects)
    {
    }

    const devices::MapLocation& location;
    DeviceObjects objects;
};

} // namespace cairn::convert
