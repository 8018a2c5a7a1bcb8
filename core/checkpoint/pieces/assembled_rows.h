#pragma once

#include "core/base/error.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

struct Assembly;
class CheckpointBuilder;
class DocumentSet;

/// Fills a checkpoint with the rows of what was assembled.
[[nodiscard]] Result<void> addAssembledRows(const Assembly& assembly, CheckpointBuilder& builder,
                                            DocumentSet& documents, const Progress* progress);

} // namespace cairn::checkpoint
