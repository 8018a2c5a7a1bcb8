#pragma once

#include "core/convert/batch/batch_plan.h"
#include "core/convert/recipe/recipe_route.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

// How a plan comes to be: what is asked for is settled, all inputs are looked at, and what can be planned is written.
// Between the last two a person can be told what cannot.

/// What a plan is to be.
struct BatchRequest {
    Recipe recipe; ///< with the folder of the copies
    std::uint64_t tasks = 0;
    std::string
        taskBytes; ///< where there is no such number: of a task, as "50GB"; empty: a task an input, 1000 at most
    bool isLenient = false;
    bool refusesDangerous = false;
    bool byShard = false; ///< each file of a set of shards by itself
    bool sums = false;    ///< the SHA-256 of inputs, too
};

/// Names the folder of copies from the root. Usage, if it can be none, or the size of a task is none; TargetExists, if
/// the folder is there and is not empty.
[[nodiscard]] Result<void> settleBatch(BatchRequest& request);

/// What all inputs come to.
struct BatchInputs {
    struct LeftOut {
        std::string file;
        Error error;
    };

    std::vector<BatchUnit> units;
    std::vector<LeftOut> leftOut; ///< they cannot be in a plan
};

/// Looks at all inputs, some at a time. Usage, if one is elsewhere, or two copies would have the same name.
[[nodiscard]] Result<BatchInputs> lookAtInputs(const BatchRequest& request, std::vector<InputFile> inputs,
                                               Progress& progress);

/// Writes the plan into a folder, which is made if it is not there, and gives what its head says. When that fails or is
/// stopped, nothing is left. Usage, if that folder is in the one of the copies, which is to appear as a whole.
[[nodiscard]] Result<BatchHead> makeBatchPlan(const BatchRequest& request, const std::string& folder,
                                              std::vector<BatchUnit> units, Progress& progress);

} // namespace cairn::convert
