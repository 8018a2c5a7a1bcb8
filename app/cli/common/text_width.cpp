#include "app/cli/common/text_width.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>

namespace cairn::cli {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

constexpr std::array kCombining = {
    Range{0x300, 0x36F},   Range{0x483, 0x489},   Range{0x591, 0x5BD},     Range{0x610, 0x61A},   Range{0x64B, 0x65F},
    Range{0x900, 0x902},   Range{0x93C, 0x93C},   Range{0xE31, 0xE31},     Range{0xE34, 0xE3A},   Range{0xE47, 0xE4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x20D0, 0x20FF},   Range{0x302A, 0x302F}, Range{0x3099, 0x309A},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF},
};

constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},   Range{0xA960, 0xA97F},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
    Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x20000, 0x3FFFD},
};

bool isIn(const auto& ranges, char32_t code)
{
    return std::ranges::any_of(ranges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::size_t widthOf(char32_t code)
{
    if (code < 0x300) {
        return 1;
    }
    return isIn(kCombining, code) ? 0 : isIn(kWide, code) ? 2 : 1;
}

/// Bytes of the longest beginning that fits in `columns`.
std::size_t fittingBeginning(std::string_view text, std::size_t columns)
{
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const Utf8Char next = decodeUtf8(text.substr(bytes));
        const std::size_t width = widthOf(next.code);
        if (width > columns) {
            break;
        }
        columns -= width;
        bytes += next.length;
    }
    return bytes;
}

/// Where the longest end that fits in `columns` begins.
std::size_t fittingEnd(std::string_view text, std::size_t columns)
{
    std::size_t surplus = displayWidth(text);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const Utf8Char next = decodeUtf8(text.substr(begin));
        const std::size_t width = widthOf(next.code);
        if (surplus <= columns && width != 0) { // never begin with a mark that belongs to what was cut
            break;
        }
        surplus -= width;
        begin += next.length;
    }
    return begin;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    while (!text.empty()) {
        const auto ascii = static_cast<std::size_t>(
            std::ranges::find_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) - text.begin());
        width += ascii;
        text.remove_prefix(ascii);
        if (!text.empty()) {
            const Utf8Char next = decodeUtf8(text);
            width += widthOf(next.code);
            text.remove_prefix(next.length);
        }
    }
    return width;
}

std::string elideEnd(std::string_view text, std::size_t columns, std::string_view mark)
{
    if (displayWidth(text) <= columns) {
        return std::string(text);
    }
    const std::size_t room = columns - std::min(columns, displayWidth(mark));
    return std::string(text.substr(0, fittingBeginning(text, room))).append(mark);
}

std::string elideMiddle(std::string_view text, std::size_t columns, std::string_view mark)
{
    if (displayWidth(text) <= columns) {
        return std::string(text);
    }
    const std::size_t room = columns - std::min(columns, displayWidth(mark));
    const std::size_t front = room / 3;
    std::string result(text.substr(0, fittingBeginning(text, front)));
    result += mark;
    return result += text.substr(fittingEnd(text, room - front));
}

} // namespace cairn::cli
