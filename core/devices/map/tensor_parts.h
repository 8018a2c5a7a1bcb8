#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/load_order.h"

#include <map>
#include <string>
#include <string_view>

namespace cairn::devices {

/// The tensor that is the child `name` of a row: indices of a sparse tensor, scales of a quantised one. Or kNoIndex.
[[nodiscard]] std::uint32_t partOf(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId entry,
                                   std::string_view name);

/// By device: the tensors without a storage that torch makes on the CPU and then moves there.
[[nodiscard]] std::map<std::string, std::uint64_t> movedTensors(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::devices
