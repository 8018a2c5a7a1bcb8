#pragma once

#include "app/cli/common/screen.h"
#include "core/values/comparison.h"

#include <string>

namespace cairn::cli {

/// What the names of either side are compared without: "module." and "model." of A and "net." of B. What wraps both
/// alike makes no difference.
[[nodiscard]] std::string namesWithout(const Screen& screen, const values::Comparison& comparison);

} // namespace cairn::cli
