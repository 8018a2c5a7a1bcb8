#pragma once

#include "core/base/text/message.h"
#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cairn::devices {

/// The memory that a model takes, without what the batch decides: activations, and buffers of libraries.
struct ModelMemory {
    std::optional<formats::Dtype> dtype;   ///< of all numbers that have a point; nothing: as they are saved
    std::uint64_t weights = 0;             ///< alone
    std::optional<std::uint64_t> training; ///< with gradients and the state of AdamW; nothing: it cannot be trained
};

/// As it is saved, and in bfloat16 if that is less. Empty where there are no weights.
[[nodiscard]] std::vector<ModelMemory> memoryOfModel(const checkpoint::Checkpoint& checkpoint);

/// The smallest GPU that people have with so much memory, in bytes; nothing if none has.
[[nodiscard]] std::optional<std::uint64_t> smallestGpu(std::uint64_t bytes);

/// That in sentences: of the weights alone, and of training.
[[nodiscard]] std::vector<Message> memoryTexts(const std::vector<ModelMemory>& memory);

/// What training with AdamW takes on each device that a map sends to. Empty where nothing can be trained, or not there.
[[nodiscard]] Message trainingText(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                   const DeviceInventory& machine);

} // namespace cairn::devices
