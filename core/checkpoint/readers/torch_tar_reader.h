#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The tar that torch 0.1 wrote: members sys_info, pickle, storages and tensors. Explains any other tar.
[[nodiscard]] Result<CheckpointPtr> readTorchTar(const SourcePtr& source, const std::string& path,
                                                 const Progress* progress);

} // namespace cairn::checkpoint
