#pragma once

#include "app/cli/common/output.h"
#include "core/convert/batch/batch_result.h"

#include <cstdint>

namespace cairn::cli {

/// The document of a task that was run, or was done before.
void writeTaskJson(Output& output, const convert::BatchPlan& plan, std::uint64_t task,
                   const convert::TaskResult& result, bool wasDone);

} // namespace cairn::cli
