#include "core/base/quote.h"

#include "core/base/text.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxShown = 96;

void appendEscaped(std::string& out, std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const bool readable = isValidUtf8(text);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !readable)) {
            out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        } else {
            if (c == '"' || c == '\\') {
                out.push_back('\\');
            }
            out.push_back(c);
        }
    }
}

/// Moves a cut forward so that it does not split a UTF-8 sequence.
std::size_t atCharacter(std::string_view text, std::size_t position)
{
    while (position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80) {
        ++position;
    }
    return position;
}

} // namespace

std::string quoted(std::string_view name)
{
    std::string out = "\"";
    if (name.size() <= kMaxShown) {
        appendEscaped(out, name);
    } else {
        appendEscaped(out, name.substr(0, atCharacter(name, kMaxShown / 2)));
        out += "...";
        appendEscaped(out, name.substr(atCharacter(name, name.size() - kMaxShown / 2)));
    }
    out.push_back('"');
    return out;
}

} // namespace cairn
