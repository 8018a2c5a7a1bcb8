#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::checkpoint {

/// Whether Python prepares a regular expression at once. Without regard to case it goes through all characters of each
/// range, and with the flag for debugging it prints the expression.
[[nodiscard]] bool isQuickPattern(std::string_view pattern, std::int64_t flags);

} // namespace cairn::checkpoint
