#pragma once

#include "core/checkpoint/salvage/mended_file.h"
#include "core/checkpoint/salvage/salvage.h"

#include <vector>

namespace cairn::checkpoint {

/// What is left of each tensor of a mended file, once it was opened.
[[nodiscard]] std::vector<SalvagedTensor> tensorStates(const Checkpoint& checkpoint, const MendedFile& mended);

} // namespace cairn::checkpoint
