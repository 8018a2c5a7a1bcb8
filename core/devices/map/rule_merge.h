#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/map_location.h"

namespace cairn::devices {

/// A map that sends every storage of the checkpoint where `map` does, in which one rule stands for several whose names
/// differ in one part alone: "layers.*" for all layers, "layers.1[0-5].*" for six of them. `map` itself where there are
/// none.
[[nodiscard]] MapLocation mergeByName(const checkpoint::Checkpoint& checkpoint, const MapLocation& map);

} // namespace cairn::devices
