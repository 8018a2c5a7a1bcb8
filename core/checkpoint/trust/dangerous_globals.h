#pragma once

#include <string_view>

namespace cairn::checkpoint {

/// Why calling this class or function can do harm; empty if nothing is known against it.
[[nodiscard]] std::string_view dangerOf(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
