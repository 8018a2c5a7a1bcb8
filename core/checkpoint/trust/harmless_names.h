#pragma once

#include "core/base/text/message.h"

#include <string_view>

namespace cairn::checkpoint {

/// Why naming and calling this class or function runs nothing of a file's choosing, whatever it is called with; empty
/// if it is not known to be so. `module` and `name` as Python 3 has them.
[[nodiscard]] Phrase whyHarmless(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
