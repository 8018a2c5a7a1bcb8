#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

// Text that came out of a file, and numbers as people read them.

/// One character of a UTF-8 text.
struct Utf8Char {
    char32_t code = 0;       ///< the byte itself when it does not belong to a character
    std::uint8_t length = 1; ///< bytes it takes
    bool valid = false;      ///< false: not UTF-8, or half of a surrogate pair
};

/// The first character of `text`, which must not be empty. Overlong forms and codes past U+10FFFF are not characters.
[[nodiscard]] Utf8Char decodeUtf8(std::string_view text);
void appendUtf8(std::string& out, char32_t code);

/// True for UTF-8 as Python's "surrogatepass" takes it: lone surrogates pass, overlong forms do not.
[[nodiscard]] bool isValidUtf8(std::string_view text);

[[nodiscard]] bool isAscii(std::string_view text);
[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Adds `text` with small letters for the capital ones of ASCII.
void appendFolded(std::string& out, std::string_view text);
[[nodiscard]] inline std::string inSmallLetters(std::string_view text)
{
    std::string small;
    appendFolded(small, text);
    return small;
}

/// True for codes that must not reach a screen as they are: control characters, and those that are invisible or turn
/// the direction of writing, with which one name can look like another.
[[nodiscard]] bool isUnprintable(char32_t code);

/// What may be shown without an escape.
enum class Charset : std::uint8_t { Utf8, Ascii };

/// `text` on one line and harmless to a terminal: everything unprintable, invalid or outside `charset` becomes an
/// escape such as \n, \x1b, \u202e or \U0001f600.
[[nodiscard]] std::string printable(std::string_view text, Charset charset = Charset::Utf8);
void appendPrintable(std::string& out, std::string_view text, Charset charset = Charset::Utf8);
/// The same line by line, without empty lines at both ends: what a library says at length.
[[nodiscard]] std::string printableLines(std::string_view text, Charset charset = Charset::Utf8);
/// A name cut in the middle when it is long: with "..." there.
[[nodiscard]] std::string shortened(std::string_view name, std::size_t maxBytes = 96);

/// A name out of a file, for a message: printable, in double quotes, and cut in the middle when it is long.
[[nodiscard]] std::string inQuotes(std::string_view name);

/// "768 B", "37.6 kB", "1.2 GB": decimal units, about three digits.
[[nodiscard]] std::string humanBytes(std::uint64_t bytes);
/// "420 ms", "1.30 s"
[[nodiscard]] std::string shortTime(double seconds);
/// "9 408", "25.6 M", "7.2 B": exact up to 100 000, then about three digits.
[[nodiscard]] std::string humanCount(std::uint64_t count);
/// "1 000 000"
[[nodiscard]] std::string groupedDigits(std::uint64_t count);
/// "1 tensor", "2 tensors": the number in groups, and the noun that goes with it.
[[nodiscard]] std::string countOf(std::uint64_t count, std::string_view singular, std::string_view plural = {});

} // namespace cairn
