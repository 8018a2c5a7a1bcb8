#pragma once

#include "core/checkpoint/checkpoint.h"

#include <sys/types.h>

namespace cairn::checkpoint {

/// Who may do what with every file that a checkpoint is read from: nobody else may with what is made of it.
[[nodiscard]] mode_t modeOfSource(const Checkpoint& source);

} // namespace cairn::checkpoint
