#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"
#include "core/devices/map/training_memory.h"

#include <span>
#include <string>

namespace cairn::devices {

// Maps that are asked for by name. "As saved" is MapLocation(), "all to one" MapLocation::everythingTo().

/// Everything to the first GPU that has room for all of it; to the cpu where there is none.
[[nodiscard]] MapLocation toFirstFreeGpu(const checkpoint::Checkpoint& checkpoint, const DeviceInventory& machine);

/// Everything that was on some CUDA device to one of them; the rest stays.
[[nodiscard]] MapLocation collapseCuda(const std::string& device);

/// The devices of each backend keep their order and get the indices from 0 on: cuda:2, cuda:5 become cuda:0, cuda:1.
[[nodiscard]] MapLocation shiftIndicesDown(std::span<const std::string> tags);

/// Everything over the GPUs of the machine by their free memory. Where they have too little of it, they are filled one
/// after the other, and the cpu takes the rest. With a plan, by what that takes of them: see balance().
[[nodiscard]] MapLocation balanceByMemory(const checkpoint::Checkpoint& checkpoint, const DeviceInventory& machine,
                                          const std::optional<TrainingPlan>& plan = {});

} // namespace cairn::devices
