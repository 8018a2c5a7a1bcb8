#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folders/folder_kind.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A folder of safetensors files that hold pieces of tensors, as torch.distributed.checkpoint writes them for Hugging
/// Face. Each file says where its pieces begin, and none how large the tensors are: they reach as far as the pieces do.
[[nodiscard]] Result<CheckpointPtr> readCutSafetensors(const std::string& folder, const FolderGuess& guess,
                                                       const Progress* progress);

} // namespace cairn::checkpoint
