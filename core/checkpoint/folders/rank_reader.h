#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folders/folder_kind.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Files of torch.save, one a rank, each with its parts of the tensors, as the one checkpoint that they are. What is
/// not in parts, every rank has: it is taken from the first.
[[nodiscard]] Result<CheckpointPtr> readRankFiles(const std::string& folder, const FolderGuess& guess,
                                                  const Progress* progress);

} // namespace cairn::checkpoint
