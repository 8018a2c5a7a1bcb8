#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/load_order.h"

namespace cairn::devices {

/// The tensor that is the child `name` of a row: indices of a sparse tensor, scales of a quantised one. Or kNoIndex.
[[nodiscard]] std::uint32_t partOf(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId entry,
                                   std::string_view name);

} // namespace cairn::devices
