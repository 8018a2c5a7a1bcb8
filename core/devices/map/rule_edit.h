#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"
#include "core/devices/map/placement.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

// Edits of a map as a person makes them with a mouse. Each returns a map of rules that does what the old one did but
// for what the edit asks. An empty `to` is "as saved". Tags and rows are those of the checkpoint.

/// The same map as rules.
[[nodiscard]] std::vector<MapRule> asRules(const MapLocation& map, std::span<const std::string> tags);

/// Everything saved on `tag` goes to `to`.
[[nodiscard]] MapLocation sendTag(const MapLocation& map, std::span<const std::string> tags, std::string_view tag,
                                  const std::string& to);

/// What was saved on a tag and goes to a target by the map as it is.
struct TagFlow {
    std::string tag;
    std::string target;

    bool operator==(const TagFlow&) const = default;
};

/// Only what is in `flow` goes to `to`; the rest of its tag stays where it goes.
[[nodiscard]] MapLocation sendFlow(const MapLocation& map, std::span<const std::string> tags,
                                   const DeviceInventory& machine, const TagFlow& flow, const std::string& to);

/// What lies at and below these rows goes to `to`, by rules about their names; and all whose names begin with one of
/// `levels` and a dot.
[[nodiscard]] MapLocation sendEntries(const MapLocation& map, const checkpoint::Checkpoint& checkpoint,
                                      std::span<const checkpoint::EntryId> rows, const std::string& to,
                                      std::span<const std::string> levels = {});

/// Every tensor that looks into a storage with two targets goes where the first of them goes.
[[nodiscard]] MapLocation joinConflicts(const MapLocation& map, const checkpoint::Checkpoint& checkpoint,
                                        const DeviceInventory& machine, std::span<const MapConflict> conflicts);

} // namespace cairn::devices
