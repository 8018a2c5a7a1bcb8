#pragma once

#include "core/base/text/message.h"

#include <string_view>

namespace cairn::checkpoint {

/// Why no torch knows what to do with a location tag; empty for "cpu", "cuda:1", "mps", "meta" and the like.
/// Names of backends that come with extensions (npu, xla, ...) pass: only nonsense is a problem.
[[nodiscard]] Message deviceTagProblem(std::string_view tag);

} // namespace cairn::checkpoint
