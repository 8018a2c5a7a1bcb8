#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A model of llama.cpp: named tensors, and values beside them. Blocks of numbers with scales are shown as the float32
/// that they stand for, under the name of their type, and decoded when they are read.
[[nodiscard]] Result<CheckpointPtr> readGguf(const SourcePtr& source, const std::string& path,
                                             const Progress* progress);

} // namespace cairn::checkpoint
