#pragma once

#include "core/convert/batch/batch_result.h"

#include <cstdint>

namespace cairn::convert {

struct CommitReport {
    std::uint64_t files = 0; ///< copies
    std::uint64_t bytes = 0;
    bool wasFinished = false; ///< an earlier commit did it
    TaskFailures leftOut;     ///< inputs that have no copy
};

/// What a commit asks of the tasks.
enum class CommitOf : std::uint8_t {
    All,          ///< each is done
    AllButFailed, ///< each is done, or has failed: the copies that it made are taken, and what has none is told
};

/// Gives all copies their places, at once: they lie in one folder beside that of the copies, which becomes it by being
/// renamed. Before that every task must be done, and every copy there with the size that its task wrote; after it, or
/// when an earlier run was cut off, the finished marker is written. UnmetRequest, if tasks are left; FileChanged, if a
/// copy is not what its task wrote; TargetExists, if the folder of copies is there already and is not empty.
/// Where inputs failed, their tasks can be run again later, and another commit then adds the copies.
[[nodiscard]] Result<CommitReport> commitBatch(const BatchPlan& plan, Progress& progress,
                                               CommitOf what = CommitOf::All);

} // namespace cairn::convert
