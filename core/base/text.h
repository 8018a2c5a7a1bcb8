#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

/// True for UTF-8 as Python's "surrogatepass" takes it: lone surrogates pass, overlong forms do not.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// Appends one code point, surrogates included.
void appendUtf8(std::string& out, std::uint32_t codePoint);

} // namespace cairn
