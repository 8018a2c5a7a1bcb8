#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace cairn::values {

/// From here on halves get lost in doubles, and soon whole numbers.
inline constexpr double kExactInDoubles = 1e15;

/// Where to count from, so that doubles tell the distances from it apart where they do not tell the numbers apart;
/// none: from zero.
using WholeNumber = std::optional<std::variant<std::int64_t, std::uint64_t>>;

/// The number at a distance from an origin, with all its digits.
[[nodiscard]] std::string wholeText(const WholeNumber::value_type& origin, double distance);

} // namespace cairn::values
