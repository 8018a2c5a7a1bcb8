#pragma once

#include "core/base/text/message.h"

#include <string_view>

namespace cairn::checkpoint {

/// Why calling this class or function can do harm; empty if nothing is known against it.
[[nodiscard]] Phrase dangerOf(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
