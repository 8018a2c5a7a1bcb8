#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/gate/finding.h"

namespace cairn {
class Progress;
}

namespace cairn::gate {

/// Reads the values of all tensors, of arrays of NumPy, and the numbers beside them.
[[nodiscard]] Result<void> findInNumbers(const checkpoint::Checkpoint& checkpoint, GateReport& report,
                                         Progress* progress);

} // namespace cairn::gate
