#pragma once

#include "core/convert/tag_rewriter.h"
#include "core/devices/map_location.h"

namespace cairn::convert {

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
