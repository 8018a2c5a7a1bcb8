#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"
#include "core/devices/map/training_memory.h"

#include <optional>
#include <span>
#include <string>

namespace cairn::devices {

/// A map that does as `map` but sends to `device` what would go to one of `targets`. `tags` are those of the
/// checkpoint, for what stays where it was saved.
[[nodiscard]] MapLocation redirect(const MapLocation& map, std::span<const std::string> targets,
                                   std::span<const std::string> tags, const std::string& device);

/// Rules by path that spread a checkpoint over devices, in its own order and in proportion to their free memory. If the
/// last of them is the CPU, the others are filled first, one after the other, and it takes the rest. What is in one
/// module, by the dots in its name, stays together, and so does what shares a storage; tensors in no module, as those
/// of a flat list or dict, are dealt one by one. No layer is cut: that is the outermost module whose name is a number,
/// as `layers.3`, if one of another number holds a tensor of the same name. Layers of one list go by their numbers, and
/// what is in different groups right under the root is spread by itself. With a plan, counted is what the numbers take
/// in its dtype, and what it is not about goes to the CPU.
[[nodiscard]] MapLocation balance(const checkpoint::Checkpoint& checkpoint, const DeviceInventory& machine,
                                  std::span<const std::string> devices, const std::optional<TrainingPlan>& plan = {});

/// The bytes of the smallest of what balance() keeps together, as it counts them; 0 where there are none.
[[nodiscard]] std::uint64_t smallestShare(const checkpoint::Checkpoint& checkpoint,
                                          const std::optional<TrainingPlan>& plan = {});

/// A map that sends every storage where `map` does, by tags alone, if each tag goes to one device and that takes fewer
/// rules; else `map` itself.
[[nodiscard]] MapLocation inFewerRules(const checkpoint::Checkpoint& checkpoint, MapLocation map);

/// The rule as --map takes it, "cuda:*=cuda:0,cpu"; nothing if only a file can say it.
[[nodiscard]] std::optional<std::string> mapOption(const MapRule& rule);

/// The map as options of cairn-cli: "--map 'cuda:*=cpu'"; empty if only a file can say it.
[[nodiscard]] std::string mapOptions(const MapLocation& map);

} // namespace cairn::devices
