#include "core/base/text/shell_word.h"

#include "core/base/text/hex.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <string_view>

namespace cairn {

std::string shellWord(const std::string& text)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) ||
               std::string_view("/._-+,@%:=").find(c) != std::string_view::npos;
    };
    if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, isPlain)) {
        return text;
    }
    const bool isShowable = isValidUtf8(text) && printable(text) == text;
    std::string word = isShowable ? "'" : "$'";
    for (const char c : text) {
        if (c == '\'') {
            // A shell that does not know $'...' takes the quotes as they are: none may stand inside.
            word += isShowable ? "'\\''" : "\\x27";
        } else if (isShowable || (c >= ' ' && c <= '~' && c != '\\')) {
            word += c;
        } else {
            word += "\\x";
            appendHex(word, static_cast<unsigned char>(c), 2);
        }
    }
    return word + "'";
}

std::string shellFile(const std::string& path)
{
    return shellWord(path.starts_with('-') ? "./" + path : path);
}

} // namespace cairn
