#pragma once

#include "core/base/text/message.h"

#include <string_view>

namespace cairn::checkpoint {

/// Why naming this class or function, and calling it as picklers do (see honest_calls.h), runs nothing of a file's
/// choosing; empty if it is not known to be so. `module` and `name` as Python 3 has them.
[[nodiscard]] Phrase whyHarmless(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
