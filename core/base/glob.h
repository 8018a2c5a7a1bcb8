#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// Whether a whole text fits a pattern as a shell reads it: `*` is any run of characters, `?` is one, `[abc]` and
/// `[a-z]` are one of a set and `[!a-z]` one outside it; a backslash takes the next character as it is. Dots and
/// slashes are ordinary characters, and a `[` that is never closed is one too. Characters are those of UTF-8. Time
/// grows with the product of the two lengths at worst.
[[nodiscard]] bool globMatches(std::string_view pattern, std::string_view text);

/// A pattern that fits this text alone.
[[nodiscard]] std::string globEscaped(std::string_view text);

} // namespace cairn
