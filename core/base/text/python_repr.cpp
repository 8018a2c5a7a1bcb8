#include "core/base/text/python_repr.h"

#include "core/base/text/hex.h"
#include "core/base/text/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace cairn {

namespace {

enum class Point : bool { Omit, Always }; ///< whether a whole number gets ".0"

/// Lays out "-1.25e+07" as Python does: a plain number from 1e-4 up to 1e16, with an exponent beyond.
std::string arrange(std::string_view scientific, Point point)
{
    const std::size_t mark = scientific.find('e');
    std::string_view mantissa = scientific.substr(0, mark);
    std::string_view exponentText = scientific.substr(mark + 1);
    if (exponentText.starts_with('+')) {
        exponentText.remove_prefix(1);
    }
    int exponent = 0;
    std::from_chars(exponentText.data(), exponentText.data() + exponentText.size(), exponent);

    std::string out;
    if (mantissa.starts_with('-')) {
        out += '-';
        mantissa.remove_prefix(1);
    }
    std::string digits(1, mantissa.front());
    if (mantissa.size() > 2) {
        digits += mantissa.substr(2);
    }
    if (exponent < -4 || exponent >= 16) {
        out += digits.front();
        if (digits.size() > 1) {
            out.append(".").append(digits, 1);
        }
        const int size = std::abs(exponent);
        return out.append(exponent < 0 ? "e-" : "e+").append(size < 10 ? "0" : "").append(std::to_string(size));
    }
    if (exponent < 0) {
        return out.append("0.").append(static_cast<std::size_t>(-exponent) - 1, '0').append(digits);
    }
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() > whole) {
        return out.append(digits, 0, whole).append(".").append(digits, whole);
    }
    out.append(digits).append(whole - digits.size(), '0');
    return point == Point::Always ? out.append(".0") : out;
}

template <typename Float>
std::optional<std::string> notFinite(Float value)
{
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    return std::nullopt;
}

template <typename Float>
std::string shortest(Float value, Point point)
{
    if (auto word = notFinite(value)) {
        return *word;
    }
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    return arrange({buffer.data(), end.ptr}, point);
}

template <typename Float>
std::string complexText(Float real, Float imaginary)
{
    const std::string second = shortest(imaginary, Point::Omit);
    if (real == 0 && !std::signbit(real)) {
        return second + 'j';
    }
    const bool needsPlus = std::isnan(imaginary) || !second.starts_with('-');
    return '(' + shortest(real, Point::Omit) + (needsPlus ? "+" : "") + second + "j)";
}

/// The value of a half without its sign; the step past the largest finite one counts as a number.
double halfMagnitude(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1F;
    const int fraction = bits & 0x3FF;
    return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
}

} // namespace

std::string pythonFloat(double value)
{
    return shortest(value, Point::Always);
}

std::string pythonFloat(float value)
{
    return shortest(value, Point::Always);
}

std::string pythonHalf(std::uint16_t bits)
{
    const bool negative = (bits & 0x8000) != 0;
    const auto magnitudeBits = static_cast<std::uint16_t>(bits & 0x7FFF);
    if (magnitudeBits > 0x7C00) {
        return "nan";
    }
    std::string out = negative ? "-" : "";
    if (magnitudeBits == 0x7C00 || magnitudeBits == 0) {
        return out + (magnitudeBits == 0 ? "0.0" : "inf");
    }
    // Any decimal nearer to this value than to its neighbours reads back as it; five digits always are.
    const double value = halfMagnitude(magnitudeBits);
    const double low = (halfMagnitude(static_cast<std::uint16_t>(magnitudeBits - 1)) + value) / 2;
    const double high = (halfMagnitude(static_cast<std::uint16_t>(magnitudeBits + 1)) + value) / 2;
    const bool tiesComeHere = magnitudeBits % 2 == 0;
    std::array<char, 32> buffer{};
    std::string_view digits;
    for (int precision = 0; precision <= 4; ++precision) {
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::scientific, precision);
        digits = {buffer.data(), end.ptr};
        double back = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), back);
        if ((back > low && back < high) || (tiesComeHere && (back == low || back == high))) {
            break;
        }
    }
    return out + arrange(digits, Point::Always);
}

std::string pythonComplex(double real, double imaginary)
{
    return complexText(real, imaginary);
}

std::string pythonComplex(float real, float imaginary)
{
    return complexText(real, imaginary);
}

std::string pythonStringRepr(std::string_view utf8, std::size_t limit)
{
    std::size_t shown = 0;
    for (std::size_t count = 0; count < limit && shown < utf8.size(); ++count) {
        shown += decodeUtf8(utf8.substr(shown)).length;
    }
    const std::string_view text = utf8.substr(0, shown);
    const char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
    std::string out(1, quote);
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t special = std::min(text.find_first_of(std::string{'\\', quote}, from), text.size());
        appendPrintable(out, text.substr(from, special - from));
        if (special < text.size()) {
            out.append("\\").push_back(text[special]);
        }
        from = special + 1;
    }
    out += quote;
    return shown < utf8.size() ? out.append("...") : out;
}

std::string pythonPathRepr(std::string_view path)
{
    constexpr char32_t escapedByte = 0xDC00;
    std::string text;
    while (!path.empty()) {
        const Utf8Char next = decodeUtf8(path);
        for (const char byte : path.substr(0, next.length)) {
            next.valid ? text.push_back(byte) : appendUtf8(text, escapedByte + static_cast<unsigned char>(byte));
        }
        path.remove_prefix(next.length);
    }
    return pythonStringRepr(text, text.size());
}

std::string pythonBytesRepr(std::string_view bytes)
{
    const char quote = bytes.contains('\'') && !bytes.contains('"') ? '"' : '\'';
    std::string out = "b";
    out += quote;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\\' || c == quote) {
            out.append("\\").push_back(c);
        } else if (byte >= 0x20 && byte < 0x7F) {
            out += c;
        } else if (c == '\n' || c == '\r' || c == '\t') {
            out.append("\\").push_back(c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
        } else {
            appendHex(out.append("\\x"), byte, 2);
        }
    }
    return out += quote;
}

std::string inDoubleQuotes(std::string repr)
{
    if (repr.starts_with('\'') && !repr.contains('"')) {
        repr.front() = '"';
        repr.back() = '"';
    }
    return repr;
}

std::string pythonText(std::string_view text)
{
    return inDoubleQuotes(pythonStringRepr(text, text.size()));
}

} // namespace cairn
