#pragma once

#include "core/convert/batch/batch_result.h"

#include <QString>

#include <memory>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// What a task has to do.
struct TaskSize {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
};
using TaskSizes = std::shared_ptr<const std::vector<TaskSize>>;

/// A plan and how far it is. Plain value, made on a worker thread and shared.
struct PlanStatus {
    convert::BatchPlan plan;
    convert::BatchState state;
    TaskSizes sizes;    ///< by the numbers of tasks
    QString expression; ///< of the tasks that are left, for sbatch --array
};
using PlanStatusPtr = std::shared_ptr<const PlanStatus>;

/// Failures that are listed, at most; there may be millions.
inline constexpr std::size_t kMostFailuresListed = 1000;

/// Reads the plan and all results. `before` is what was read of that folder earlier, or null: a plan never changes, so
/// its tasks are not measured again. For worker threads.
[[nodiscard]] Result<PlanStatusPtr> readPlanStatus(const std::string& folder, const PlanStatusPtr& before,
                                                   Progress& progress);

// What it says, in words. GUI thread.

/// "3 of 12 tasks done, 1 failed"
[[nodiscard]] QString tasksText(const PlanStatus& status);
/// "Files: 30 of 120 · Bytes: …"
[[nodiscard]] QString amountsText(const PlanStatus& status);
/// "Done", "Failed"
[[nodiscard]] QString taskStateText(convert::TaskProgress state);

} // namespace cairn::ui
