#pragma once

#include "core/checkpoint/checkpoint.h"

#include <vector>

namespace cairn::devices {

/// The group of tensors by name that a model loads, as state_dict() makes it: the root, or the group in it with the
/// most tensors. kNoId if there is none.
[[nodiscard]] checkpoint::EntryId plainStateDict(const checkpoint::Checkpoint& checkpoint);

/// All of them, as the two of a GAN: the root alone, or groups right under it. None if more tensors lie beside
/// them: then they are not what the file is about.
[[nodiscard]] std::vector<checkpoint::EntryId> plainStateDicts(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::devices
