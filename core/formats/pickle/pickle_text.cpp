#include "core/formats/pickle/pickle_text.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::size_t kMaxDigits = 4300; // Python refuses longer decimal integers too

std::string aroundLine(std::string_view line)
{
    constexpr std::size_t shown = 40;
    return "\"" + std::string(line.substr(0, shown)) + (line.size() > shown ? "...\"" : "\"");
}

std::unexpected<Error> badNumber(std::string_view line)
{
    return fail(ErrorCode::PickleNumber, message("%1 is not a number", aroundLine(line)));
}

/// `count` hexadecimal digits at the front of `text`, if they are there.
std::optional<std::uint32_t> hexDigits(std::string_view text, std::size_t count)
{
    std::uint32_t value = 0;
    if (text.size() < count) {
        return std::nullopt;
    }
    const auto [end, failure] = std::from_chars(text.data(), text.data() + count, value, 16);
    if (failure != std::errc{} || end != text.data() + count) {
        return std::nullopt;
    }
    return value;
}

/// Decimal digits to two's complement, least significant byte first. Nine digits and four bytes at a time: the longest
/// number allowed takes a hundred thousand steps then, where digit by digit it would take millions.
std::string toTwosComplement(std::string_view digits, bool negative)
{
    constexpr std::size_t digitsAtOnce = 9;
    std::vector<std::uint32_t> words;
    words.reserve(digits.size() / digitsAtOnce + 1);
    while (!digits.empty()) {
        const std::size_t over = digits.size() % digitsAtOnce;
        const std::size_t count = over == 0 ? digitsAtOnce : over;
        std::uint64_t carry = 0;
        std::uint64_t scale = 1;
        for (const char digit : digits.substr(0, count)) {
            carry = carry * 10 + static_cast<std::uint64_t>(digit - '0');
            scale *= 10;
        }
        digits.remove_prefix(count);
        for (std::uint32_t& word : words) {
            const std::uint64_t value = word * scale + carry;
            word = static_cast<std::uint32_t>(value);
            carry = value >> 32;
        }
        if (carry != 0) {
            words.push_back(static_cast<std::uint32_t>(carry));
        }
    }
    std::string bytes;
    bytes.reserve(words.size() * sizeof(std::uint32_t) + 1);
    for (const std::uint32_t word : words) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<char>(static_cast<unsigned char>(word >> shift)));
        }
    }
    while (!bytes.empty() && bytes.back() == '\0') {
        bytes.pop_back();
    }
    bytes.push_back('\0'); // room for the sign
    if (negative) {
        unsigned carry = 1;
        for (char& byte : bytes) {
            const unsigned value = static_cast<std::uint8_t>(~static_cast<unsigned char>(byte)) + carry;
            byte = static_cast<char>(static_cast<unsigned char>(value));
            carry = value >> 8;
        }
    }
    return bytes;
}

/// The digits of little endian bytes, the last one first.
std::string reversedHex(std::span<const std::uint8_t> bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text.push_back(digits[byte & 15]);
        text.push_back(digits[byte >> 4]);
    }
    return text + "x0";
}

std::string reversedDecimal(std::span<const std::uint8_t> bytes)
{
    constexpr std::uint64_t billion = 1'000'000'000; // as many digits at once as 32 bits have room for
    constexpr int digitsOfBillion = 9;
    std::vector<std::uint32_t> words((bytes.size() + 3) / 4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        words[i / 4] |= std::uint32_t{bytes[i]} << (i % 4 * 8);
    }
    std::string text;
    while (!words.empty()) {
        std::uint64_t remainder = 0;
        for (auto word = words.rbegin(); word != words.rend(); ++word) {
            const std::uint64_t value = (remainder << 32) | *word;
            *word = static_cast<std::uint32_t>(value / billion);
            remainder = value % billion;
        }
        while (!words.empty() && words.back() == 0) {
            words.pop_back();
        }
        for (int i = 0; i < digitsOfBillion && (remainder != 0 || !words.empty()); ++i) {
            text.push_back(static_cast<char>('0' + remainder % 10));
            remainder /= 10;
        }
    }
    return text.empty() ? "0" : text;
}

} // namespace

Result<PickleInteger> parsePickleInteger(std::string_view line)
{
    std::string_view digits = line;
    if (digits.ends_with('L')) {
        digits.remove_suffix(1);
    }
    const std::string_view absolute = digits.substr(digits.starts_with('-') ? 1 : 0);
    if (absolute.starts_with('0') && digits != "0") {
        return badNumber(line);
    }
    std::int64_t small = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), small);
    if (failure == std::errc{} && end == digits.data() + digits.size()) {
        return PickleInteger(small);
    }
    const bool negative = digits.starts_with('-');
    if (negative) {
        digits.remove_prefix(1);
    }
    if (digits.empty() || !std::ranges::all_of(digits, isDigit)) {
        return badNumber(line);
    }
    if (digits.size() > kMaxDigits) {
        return fail(ErrorCode::PickleNumber, message("an integer of %1 digits is over the limit of %2",
                                                     std::to_string(digits.size()), std::to_string(kMaxDigits)));
    }
    return PickleInteger(toTwosComplement(digits, negative));
}

Result<double> parsePickleFloat(std::string_view line)
{
    std::string_view digits = line;
    if (digits.starts_with('+')) {
        digits.remove_prefix(1);
    }
    double value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size()) {
        return badNumber(line);
    }
    return value;
}

Result<std::string> parsePickleString(std::string_view line)
{
    const bool isQuoted =
        line.size() >= 2 && (line.front() == '\'' || line.front() == '"') && line.back() == line.front();
    if (!isQuoted) {
        return fail(ErrorCode::PickleText, message("%1 is not a quoted string", aroundLine(line)));
    }
    const std::string_view body = line.substr(1, line.size() - 2);
    std::string out;
    out.reserve(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '\\' || i + 1 == body.size()) {
            out.push_back(body[i]);
            continue;
        }
        const char escape = body[++i];
        constexpr std::string_view names = "abfnrtv\\'\"";
        constexpr std::string_view values = "\a\b\f\n\r\t\v\\'\"";
        if (const std::size_t known = names.find(escape); known != std::string_view::npos) {
            out.push_back(values[known]);
        } else if (escape == 'x') {
            const auto value = hexDigits(body.substr(i + 1), 2);
            if (!value) {
                return fail(ErrorCode::PickleText, message("%1 has a broken \\x escape", aroundLine(line)));
            }
            out.push_back(static_cast<char>(static_cast<unsigned char>(*value)));
            i += 2;
        } else if (escape >= '0' && escape <= '7') {
            unsigned value = 0;
            std::size_t used = 0;
            while (used < 3 && i + used < body.size() && body[i + used] >= '0' && body[i + used] <= '7') {
                value = value * 8 + static_cast<unsigned>(body[i + used] - '0');
                ++used;
            }
            out.push_back(static_cast<char>(static_cast<unsigned char>(value)));
            i += used - 1;
        } else {
            out.push_back('\\');
            out.push_back(escape);
        }
    }
    return out;
}

Result<std::string> parsePickleUnicode(std::string_view line)
{
    std::string out;
    out.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            appendUtf8(out, static_cast<unsigned char>(line[i]));
            continue;
        }
        if (line[i + 1] != 'u' && line[i + 1] != 'U') { // both stay, so that two backslashes begin no escape
            out.push_back('\\');
            appendUtf8(out, static_cast<unsigned char>(line[++i]));
            continue;
        }
        const std::size_t count = line[i + 1] == 'u' ? 4 : 8;
        const auto code = hexDigits(line.substr(i + 2), count);
        if (!code || *code > 0x10FFFF) {
            return fail(ErrorCode::PickleText, message("%1 has a broken \\u escape", aroundLine(line)));
        }
        appendUtf8(out, *code);
        i += 1 + count;
    }
    return out;
}

std::string bigIntegerText(std::string_view bytes, std::size_t limit)
{
    constexpr std::size_t maxDecimalBytes = 128; // division by ten is quadratic
    constexpr std::size_t digitsOfFiveBytes = 12;
    const bool negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0;
    const bool isLong = bytes.size() > maxDecimalBytes || bytes.size() / 5 * digitsOfFiveBytes > limit;
    const std::size_t shown = isLong ? std::min(bytes.size(), limit / 2 + 2) : bytes.size();
    std::vector<std::uint8_t> magnitude(bytes.end() - static_cast<std::ptrdiff_t>(shown), bytes.end());
    if (negative) {
        unsigned carry = shown == bytes.size() ? 1 : 0; // else what is left out takes it, unless all of that is zero
        for (std::uint8_t& byte : magnitude) {
            const unsigned value = static_cast<std::uint8_t>(~byte) + carry;
            byte = static_cast<std::uint8_t>(value);
            carry = value >> 8;
        }
    }
    while (!magnitude.empty() && magnitude.back() == 0) {
        magnitude.pop_back();
    }
    std::string text = isLong ? reversedHex(magnitude) : reversedDecimal(magnitude);
    if (negative) {
        text.push_back('-');
    }
    std::ranges::reverse(text);
    return text;
}

} // namespace cairn::formats
