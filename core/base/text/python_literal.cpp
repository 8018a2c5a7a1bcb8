#include "core/base/text/python_literal.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>

namespace cairn {

namespace {

/// How many hexadecimal digits follow a backslash and this sign; none if it is no such sign.
std::size_t digitsBehind(char sign)
{
    switch (sign) {
    case 'x': return 2;
    case 'u': return 4;
    case 'U': return 8;
    default: return 0;
    }
}

/// Takes what is behind a backslash. What Python does not know stays as it is, with the backslash.
void takeEscape(std::string_view& rest, std::string& text)
{
    const char sign = rest.front();
    if (const std::size_t digits = digitsBehind(sign); digits != 0) {
        std::uint32_t code = 0;
        const std::string_view number = rest.substr(1, digits);
        const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
        constexpr std::uint32_t last = 0x10FFFF;
        if (failure == std::errc() && end == number.data() + digits && code <= last) {
            appendUtf8(text, code);
            rest.remove_prefix(1 + digits);
            return;
        }
    }
    switch (sign) {
    case 'n': text += '\n'; break;
    case 't': text += '\t'; break;
    case 'r': text += '\r'; break;
    case '\\':
    case '\'':
    case '"': text += sign; break;
    default: text.append("\\").push_back(sign);
    }
    rest.remove_prefix(1);
}

} // namespace

std::optional<std::string> takePythonText(std::string_view& code)
{
    if (code.empty() || (code.front() != '\'' && code.front() != '"')) {
        return std::nullopt;
    }
    const char quote = code.front();
    std::string text;
    for (std::string_view rest = code.substr(1); !rest.empty();) {
        const char next = rest.front();
        rest.remove_prefix(1);
        if (next == quote) {
            code = rest;
            return text;
        }
        if (next == '\\' && !rest.empty()) {
            takeEscape(rest, text);
        } else {
            text += next;
        }
    }
    return std::nullopt;
}

} // namespace cairn
