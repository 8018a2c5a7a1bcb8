#pragma once

#include "core/convert/batch/batch_result.h"

#include <cstdint>

namespace cairn {
class Progress;
}

namespace cairn::cli {

/// Whether a task is done, and what it wrote is still where it or a commit put it.
[[nodiscard]] bool isDone(const convert::BatchPlan& plan, std::uint64_t task);

/// Does a task: each of its inputs as `convert` would do it, `workers` at a time. What became of it is not written yet.
/// An error, if it could not begin or was stopped.
[[nodiscard]] Result<convert::TaskResult> doTask(const convert::BatchPlan& plan, std::uint64_t task, unsigned workers,
                                                 Progress& progress);

} // namespace cairn::cli
