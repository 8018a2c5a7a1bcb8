#pragma once

#include "core/devices/preflight.h"
#include "core/gate/finding.h"

namespace cairn {
class Progress;
}

namespace cairn::gate {

/// Looks at all of a checkpoint: reads every byte that has a checksum, and every value. `inTheWay`: what keeps it from
/// loading, see devices::preflight(). An error only if it was stopped, or if the file can no longer be read.
[[nodiscard]] Result<GateReport> examine(const checkpoint::Checkpoint& checkpoint,
                                         const std::vector<devices::LoadProblem>& inTheWay, Progress* progress);

/// The same of the file alone, wherever it is to go: what keeps the latest torch from loading it as it does by itself.
[[nodiscard]] Result<GateReport> examine(const checkpoint::Checkpoint& checkpoint, Progress* progress);

} // namespace cairn::gate
