#pragma once

#include "core/base/error.h"
#include "core/convert/common/tie.h"

#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {
class Checkpoint;
}

namespace cairn::convert {

struct TensorSet;

/// Makes the later of two tensors the same as the earlier. UnmetRequest unless they are alike to the last bit. A rule
/// whose names are not both there is among the unused ones.
[[nodiscard]] Result<void> tieTensors(const checkpoint::Checkpoint& source, const std::vector<Tie>& ties,
                                      TensorSet& set, const Progress* progress);

} // namespace cairn::convert
