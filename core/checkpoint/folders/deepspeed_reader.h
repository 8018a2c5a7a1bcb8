#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folders/folder_kind.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A folder of DeepSpeed as one object: what its file of the model holds, with the weights that were trained as `fp32`,
/// and with the optimizer's state by the names of the parameters.
[[nodiscard]] Result<CheckpointPtr> readDeepSpeed(const std::string& folder, const FolderGuess& guess,
                                                  const Progress* progress);

} // namespace cairn::checkpoint
