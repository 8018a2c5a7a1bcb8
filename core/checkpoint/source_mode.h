#pragma once

#include "core/base/platform/file.h"
#include "core/checkpoint/checkpoint.h"

namespace cairn::checkpoint {

/// Who may do what with every file that a checkpoint is read from: nobody else may with what is made of it.
[[nodiscard]] platform::FileMode modeOfSource(const Checkpoint& source);

} // namespace cairn::checkpoint
