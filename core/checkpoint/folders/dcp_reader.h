#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folders/folder_kind.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A folder of torch.distributed.checkpoint as the one checkpoint that it is.
[[nodiscard]] Result<CheckpointPtr> readDcp(const std::string& folder, const FolderGuess& guess,
                                            const Progress* progress);

} // namespace cairn::checkpoint
