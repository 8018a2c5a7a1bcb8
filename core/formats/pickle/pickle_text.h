#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cairn::formats {

// The text forms that pickle protocols 0 and 1 use for numbers and strings.

/// An integer written in decimal: a 64-bit value, or two's complement little endian bytes when it is larger.
using PickleInteger = std::variant<std::int64_t, std::string>;

/// "123", "-5" or "123L". Refuses "017" and "-0", which Python's unpicklers read as other values: 15 and False.
[[nodiscard]] Result<PickleInteger> parsePickleInteger(std::string_view line);
[[nodiscard]] Result<double> parsePickleFloat(std::string_view line);
/// A quoted Python string literal; gives its bytes.
[[nodiscard]] Result<std::string> parsePickleString(std::string_view line);
/// raw-unicode-escape; gives UTF-8.
[[nodiscard]] Result<std::string> parsePickleUnicode(std::string_view line);

/// The decimal text of two's complement little endian bytes, hexadecimal when it is very long. Of one that has more
/// than `limit` characters the beginning in hexadecimal, with a few characters over the limit: the work is bounded by
/// it, and not by the number.
[[nodiscard]] std::string bigIntegerText(std::string_view bytes, std::size_t limit);

} // namespace cairn::formats
