#pragma once

#include "core/checkpoint/checkpoint.h"

#include <vector>

namespace cairn::devices {

/// The group of tensors by name that a model loads, as state_dict() makes it: the root, or the first group in it that
/// is one. kNoId if there is none.
[[nodiscard]] checkpoint::EntryId plainStateDict(const checkpoint::Checkpoint& checkpoint);

/// All of them, as the two of a GAN: the root alone, or groups right under it.
[[nodiscard]] std::vector<checkpoint::EntryId> plainStateDicts(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::devices
