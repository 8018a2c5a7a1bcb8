#pragma once

#include "core/convert/batch/batch_result.h"

#include <cstdint>

namespace cairn::convert {

struct CommitReport {
    std::uint64_t files = 0; ///< copies
    std::uint64_t bytes = 0;
    bool wasFinished = false; ///< an earlier commit did it
};

/// Gives all copies their places, at once: they lie in one folder beside that of the copies, which becomes it by being
/// renamed. Before that every task must be done, and every copy there with the size that its task wrote; after it, or
/// when an earlier run was cut off, the finished marker is written. UnmetRequest, if tasks are left; FileChanged, if a
/// copy is not what its task wrote; TargetExists, if the folder of copies is there already and is not empty.
[[nodiscard]] Result<CommitReport> commitBatch(const BatchPlan& plan, Progress& progress);

} // namespace cairn::convert
