#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/retag/tag_rewriter.h"
#include "core/devices/map/placement.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn::convert {

/// The new tags of a checkpoint's storages, for the tag rewriter, which knows them by the keys in their pickles. Holds
/// on to the checkpoint and the map.
class StorageTargets {
public:
    /// Unsupported if the map would send one storage to two devices.
    [[nodiscard]] static Result<StorageTargets> resolve(const checkpoint::Checkpoint& source,
                                                        const devices::MapLocation& map);

    [[nodiscard]] std::string_view target(checkpoint::StorageId storage) const { return m_placement.target(storage); }
    /// What a tensor that has no storage becomes: one that a call moves to its device.
    [[nodiscard]] std::string_view target(std::string_view tag) const { return m_map->target(tag); }

    /// For the pickle whose keys have `prefix` in the checkpoint. Lives as long as this.
    [[nodiscard]] TagOf tagsOf(std::string prefix) const;

private:
    StorageTargets(const devices::MapLocation& map, devices::Placement placement)
        : m_map(&map), m_placement(std::move(placement))
    {
    }
    [[nodiscard]] Result<void> index(const checkpoint::Checkpoint& source);

    const devices::MapLocation* m_map;
    devices::Placement m_placement;
    std::unordered_map<std::string, checkpoint::StorageId> m_byKey; ///< empty when the tag alone decides
};

} // namespace cairn::convert
