#pragma once

#include "core/checkpoint/checkpoint.h"

namespace cairn::devices {

/// The group of tensors by name that a model loads, as state_dict() makes it: the root, or the first group in it that
/// is one. kNoId if there is none.
[[nodiscard]] checkpoint::EntryId plainStateDict(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::devices
