#include "core/base/text/text.h"

#include "core/base/text/hex.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <span>

namespace cairn {

namespace {

constexpr bool isSurrogate(char32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

constexpr bool isPlainAscii(char c)
{
    return c >= 0x20 && c < 0x7F;
}

void appendEscape(std::string& out, char32_t code)
{
    switch (code) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    if (code <= 0xFF) {
        appendHex(out.append("\\x"), code, 2);
    } else if (code <= 0xFFFF) {
        appendHex(out.append("\\u"), code, 4);
    } else {
        appendHex(out.append("\\U"), code, 8);
    }
}

/// `value` in the largest unit that leaves at least 1, with one decimal below 100 and none above.
std::string scaled(std::uint64_t value, std::span<const std::string_view> units)
{
    const auto withUnit = [&](std::string number, std::size_t unit) {
        return units[unit].empty() ? number : number.append(" ").append(units[unit]);
    };
    if (value < 1000) {
        return withUnit(std::to_string(value), 0);
    }
    std::size_t unit = 1;
    std::uint64_t divisor = 1000;
    const auto rounded = [&] { return value / divisor + (value % divisor >= divisor / 2 ? 1 : 0); };
    while (unit + 1 < units.size() && rounded() >= 1000) {
        divisor *= 1000;
        ++unit;
    }
    const std::uint64_t tenths = value / divisor * 10 + (value % divisor * 10 + divisor / 2) / divisor;
    return withUnit(tenths >= 1000 ? std::to_string(rounded())
                                   : std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10),
                    unit);
}

} // namespace

Utf8Char decodeUtf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return {.code = lead, .length = 1, .valid = true};
    }
    const std::uint8_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                                : lead >= 0xE0 && lead <= 0xEF ? 3
                                : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                               : 0;
    const Utf8Char broken{.code = lead, .length = 1, .valid = false};
    if (length == 0 || text.size() < length) {
        return broken;
    }
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return broken;
        }
        code = (code << 6) | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[length] || code > 0x10FFFF) {
        return broken;
    }
    return {.code = code, .length = length, .valid = !isSurrogate(code)};
}

void appendUtf8(std::string& out, char32_t code)
{
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    const auto putRest = [&](int count) {
        for (int shift = 6 * (count - 1); shift >= 0; shift -= 6) {
            put(0x80 | ((code >> shift) & 0x3F));
        }
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6));
        putRest(1);
    } else if (code < 0x10000) {
        put(0xE0 | (code >> 12));
        putRest(2);
    } else {
        put(0xF0 | (code >> 18));
        putRest(3);
    }
}

namespace {

std::size_t asciiLength(std::string_view text)
{
    std::size_t at = 0;
    constexpr std::size_t wordBytes = sizeof(std::uint64_t);
    for (std::uint64_t word = 0; at + wordBytes <= text.size(); at += wordBytes) {
        std::memcpy(&word, text.data() + at, wordBytes);
        if ((word & 0x8080808080808080) != 0) {
            break;
        }
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) {
        ++at;
    }
    return at;
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    while (true) {
        text.remove_prefix(asciiLength(text));
        if (text.empty()) {
            return true;
        }
        const Utf8Char next = decodeUtf8(text);
        if (!next.valid && !isSurrogate(next.code)) {
            return false;
        }
        text.remove_prefix(next.length);
    }
}

// Names come by the million, so these two take eight bytes at a time.

bool isAscii(std::string_view text)
{
    std::uint64_t all = 0;
    for (; text.size() >= sizeof(all); text.remove_prefix(sizeof(all))) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, text.data(), sizeof(eight));
        all |= eight;
    }
    for (const char c : text) {
        all |= static_cast<unsigned char>(c);
    }
    return (all & 0x8080'8080'8080'8080U) == 0;
}

void appendFolded(std::string& out, std::string_view text)
{
    constexpr std::uint64_t each = 0x0101'0101'0101'0101U;
    const std::size_t before = out.size();
    out.append(text);
    std::size_t at = before;
    for (; out.size() - at >= sizeof(each); at += sizeof(each)) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, out.data() + at, sizeof(eight));
        const std::uint64_t low = eight & (0x7F * each);
        const std::uint64_t isCapital = (low + (0x80 - 'A') * each) & ~(low + (0x7F - 'Z') * each) & ~eight;
        eight |= (isCapital & (0x80 * each)) >> 2;
        std::memcpy(out.data() + at, &eight, sizeof(eight));
    }
    for (; at < out.size(); ++at) {
        const char c = out[at];
        out[at] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
}

bool isUnprintable(char32_t code)
{
    struct Range {
        char32_t first;
        char32_t last;
    };
    constexpr std::array kRanges = {
        Range{0x00, 0x1F},       // C0
        Range{0x7F, 0x9F},       // DEL and C1
        Range{0xAD, 0xAD},       // soft hyphen
        Range{0x61C, 0x61C},     // Arabic letter mark
        Range{0x180E, 0x180E},   // Mongolian vowel separator
        Range{0x200B, 0x200F},   // zero width and direction marks
        Range{0x2028, 0x202E},   // line separators, embeddings and overrides
        Range{0x2060, 0x206F},   // word joiner, isolates
        Range{0xFEFF, 0xFEFF},   // byte order mark
        Range{0xFFF9, 0xFFFB},   // annotations
        Range{0xE0000, 0xE007F}, // tags
    };
    return std::ranges::any_of(kRanges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

void appendPrintable(std::string& out, std::string_view text, Charset charset)
{
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, isPlainAscii) - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) {
            return;
        }
        const Utf8Char next = decodeUtf8(text);
        if (!next.valid || isUnprintable(next.code) || charset == Charset::Ascii) {
            appendEscape(out, next.code);
        } else {
            out += text.substr(0, next.length);
        }
        text.remove_prefix(next.length);
    }
}

std::string printable(std::string_view text, Charset charset)
{
    std::string out;
    out.reserve(text.size());
    appendPrintable(out, text, charset);
    return out;
}

std::string printableLines(std::string_view text, Charset charset)
{
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    text = text.substr(0, text.find_last_not_of('\n') + 1);
    std::string out;
    while (true) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        appendPrintable(out, text.substr(0, end), charset);
        if (end == text.size()) {
            return out;
        }
        out += '\n';
        text.remove_prefix(end + 1);
    }
}

std::string shortened(std::string_view name, std::size_t maxBytes)
{
    const auto nextCharacter = [&](std::size_t at) { // no character has more than three bytes after its first
        for (int i = 0; i < 3 && at < name.size() && (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80; ++i) {
            ++at;
        }
        return at;
    };
    if (name.size() <= maxBytes) {
        return std::string(name);
    }
    const std::size_t half = maxBytes / 2;
    std::string out(name.substr(0, nextCharacter(half)));
    out += "...";
    out += name.substr(nextCharacter(name.size() - half));
    return out;
}

std::string inQuotes(std::string_view name)
{
    std::string out = "\"";
    appendPrintable(out, shortened(name));
    out.push_back('"');
    return out;
}

std::string shortTime(double seconds)
{
    std::array<char, 32> text{};
    seconds < 1 ? std::snprintf(text.data(), text.size(), "%.0f ms", std::max(1.0, seconds * 1000))
                : std::snprintf(text.data(), text.size(), "%.2f s", seconds);
    return text.data();
}

std::string humanBytes(std::uint64_t bytes)
{
    static constexpr std::array<std::string_view, 7> kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    return scaled(bytes, kUnits);
}

std::string humanCount(std::uint64_t count)
{
    static constexpr std::array<std::string_view, 7> kUnits = {"", "k", "M", "B", "T", "P", "E"};
    return count < 100'000 ? groupedDigits(count) : scaled(count, kUnits);
}

std::string groupedDigits(std::uint64_t count)
{
    std::string digits = std::to_string(count);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(place, 1, ' ');
    }
    return digits;
}

std::string countOf(std::uint64_t count, std::string_view singular, std::string_view plural)
{
    std::string text = groupedDigits(count) + ' ';
    if (count == 1) {
        return text.append(singular);
    }
    return plural.empty() ? text.append(singular).append("s") : text.append(plural);
}

} // namespace cairn
