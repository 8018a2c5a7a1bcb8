#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A safetensors file: named tensors, row-major, no sharing, always on the CPU.
[[nodiscard]] Result<CheckpointPtr> readSafetensors(const SourcePtr& source, const std::string& path,
                                                    const Progress* progress);

} // namespace cairn::checkpoint
