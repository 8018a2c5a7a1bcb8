#include "core/base/text/shell_word.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <string_view>

namespace cairn {

namespace {

/// What cannot be shown as what printf writes: every shell has that, while few know $'...'.
std::string printedWord(std::string_view text)
{
    // A shell drops what ends lines at the end of what a command writes.
    const std::size_t end = text.find_last_not_of('\n') + 1; // npos + 1 is 0
    std::string word = "\"$(printf '";
    for (std::size_t i = 0; i < end; ++i) {
        const char c = text[i];
        // Signs of the shell, of a format and of an option are numbers, too.
        const bool isPlain = c >= ' ' && c <= '~' && !std::string_view("'\\%!").contains(c) && (i != 0 || c != '-');
        if (isPlain) {
            word += c;
        } else {
            constexpr unsigned int threeBits = 7;
            const auto byte = static_cast<unsigned char>(c);
            word += '\\';
            for (const unsigned int shift : {6U, 3U, 0U}) {
                word += static_cast<char>('0' + ((byte >> shift) & threeBits));
            }
        }
    }
    word += "')\"";
    const std::string_view ends = text.substr(end);
    return ends.empty() ? word : word.append("'").append(ends).append("'");
}

} // namespace

std::string shellWord(const std::string& text)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) ||
               std::string_view("/._-+,@%:=").contains(c);
    };
    if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, isPlain)) {
        return text;
    }
    if (!isValidUtf8(text) || printable(text) != text) {
        return printedWord(text);
    }
    std::string word = "'";
    for (const char c : text) {
        word += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return word + "'";
}

std::string shellFile(const std::string& path)
{
    return shellWord(path.starts_with('-') ? "./" + path : path);
}

} // namespace cairn
