#include "core/base/json/json_writer.h"

#include "core/base/text/hex.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace cairn {

namespace {

template <typename T>
void appendDigits(std::string& out, T value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

/// isPlainJson() of eight characters at once, for nearly all texts are plain.
bool arePlain(std::uint64_t characters)
{
    constexpr std::uint64_t each = 0x0101010101010101;
    constexpr std::uint64_t high = each << 7;
    const auto hasLess = [](std::uint64_t bytes, std::uint64_t than) { return (bytes - each * than) & ~bytes & high; };
    return (hasLess(characters, 0x20) | hasLess(characters ^ (each * '"'), 1) | hasLess(characters ^ (each * '\\'), 1) |
            (((characters + each) | characters) & high)) == 0; // from 0x7F on
}

bool isPlain(std::string_view text)
{
    std::uint64_t eight = 0;
    for (; text.size() >= sizeof(eight); text.remove_prefix(sizeof(eight))) {
        std::memcpy(&eight, text.data(), sizeof(eight));
        if (!arePlain(eight)) {
            return false;
        }
    }
    eight = 0x2020202020202020; // spaces are plain
    if (!text.empty()) {
        std::memcpy(&eight, text.data(), text.size());
    }
    return arePlain(eight);
}

void appendJsonEscape(std::string& out, char32_t code)
{
    const auto unit = [&](char32_t value) {
        out += "\\u";
        appendHex(out, value, 4);
    };
    switch (code) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    if (code < 0x10000) {
        unit(code);
    } else {
        unit(0xD800 + ((code - 0x10000) >> 10));
        unit(0xDC00 + ((code - 0x10000) & 0x3FF));
    }
}

} // namespace

/// A text that stands in JSON as it is, with its quotes, and what follows the name of a member.
void JsonWriter::plain(std::string_view text, bool isName)
{
    // Documents of large checkpoints are short plain texts by the million: each is added in one step.
    const std::size_t before = m_out.size();
    constexpr std::size_t around = 4; // ,"":
    m_out.resize_and_overwrite(before + text.size() + around, [&](char* out, std::size_t) {
        char* at = out + before;
        if (m_comma) {
            *at++ = ',';
        }
        *at++ = '"';
        at = std::ranges::copy(text, at).out;
        *at++ = '"';
        if (isName) {
            *at++ = ':';
        }
        return static_cast<std::size_t>(at - out);
    });
    m_comma = !isName;
}

void JsonWriter::appendString(std::string& out, std::string_view text)
{
    out += '"';
    if (isPlain(text)) {
        out += text;
        out += '"';
        return;
    }
    std::size_t plainFrom = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        if (isPlainJson(text[i])) {
            ++i;
            continue;
        }
        const Utf8Char next = decodeUtf8(text.substr(i));
        const bool isShown = next.valid && next.code >= 0x80 && !isUnprintable(next.code);
        if (!isShown) {
            out += text.substr(plainFrom, i - plainFrom);
            plainFrom = i + next.length;
            if (next.valid) {
                appendJsonEscape(out, next.code);
            } else {
                out += "\xEF\xBF\xBD"; // U+FFFD
            }
        }
        i += next.length;
    }
    out += text.substr(plainFrom);
    out += '"';
}

JsonWriter& JsonWriter::key(JsonName name)
{
    if (name.isPlain()) {
        plain(name.text(), true);
        return *this;
    }
    string(name.text());
    m_out += ':';
    m_comma = false;
    return *this;
}

void JsonWriter::string(std::string_view text)
{
    if (isPlain(text)) {
        plain(text, false);
    } else {
        separate();
        appendString(m_out, text);
    }
}

void JsonWriter::number(double value)
{
    if (std::isnan(value)) {
        return raw("\"NaN\"");
    }
    if (std::isinf(value)) {
        return raw(value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    }
    separate();
    const std::size_t before = m_out.size();
    appendDigits(m_out, value);
    if (m_out.find_first_of(".e", before) == std::string::npos) {
        m_out += ".0"; // 1.0 stays a float for readers that tell the two apart
    }
}

void JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_comma = false;
}

void JsonWriter::close(char bracket)
{
    m_out += bracket;
    m_comma = true;
}

void JsonWriter::separate()
{
    if (m_comma) {
        m_out += ',';
    }
    m_comma = true;
}

void JsonWriter::signedNumber(std::int64_t value)
{
    separate();
    appendDigits(m_out, value);
}

void JsonWriter::unsignedNumber(std::uint64_t value)
{
    separate();
    appendDigits(m_out, value);
}

} // namespace cairn
