#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

// Values as Python's repr() writes them, which is also how NumPy 1 writes numbers of every width.

/// The fewest digits that read back as the same number: "1.0", "1e-05", "inf", "nan".
[[nodiscard]] std::string pythonFloat(double value);
[[nodiscard]] std::string pythonFloat(float value);
/// The same for the bits of an IEEE half.
[[nodiscard]] std::string pythonHalf(std::uint16_t bits);

/// "(1+2j)", "-1j"
[[nodiscard]] std::string pythonComplex(double real, double imaginary);
[[nodiscard]] std::string pythonComplex(float real, float imaginary);

/// A quoted string of at most `limit` characters of `utf8`, then "..." outside the quotes. Harmless to a terminal:
/// what cannot be printed is escaped.
[[nodiscard]] std::string pythonStringRepr(std::string_view utf8, std::size_t limit);

/// The name of a file, with bytes that are not UTF-8 as os.fsdecode() gives them and open() takes them back.
[[nodiscard]] std::string pythonPathRepr(std::string_view path);

/// A text as code has it that people write: what repr() puts in single quotes is in double ones, unless it holds some.
[[nodiscard]] std::string inDoubleQuotes(std::string repr);
/// A text as a literal in double quotes.
[[nodiscard]] std::string pythonText(std::string_view text);

/// b'\x00abc'
[[nodiscard]] std::string pythonBytesRepr(std::string_view bytes);

} // namespace cairn
