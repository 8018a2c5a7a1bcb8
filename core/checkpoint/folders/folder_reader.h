#pragma once

#include "core/checkpoint/checkpoint.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Opens a folder that is a checkpoint, or that holds one.
[[nodiscard]] Result<CheckpointPtr> readFolder(const std::string& folder, const Progress* progress);

} // namespace cairn::checkpoint
