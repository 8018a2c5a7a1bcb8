#pragma once

#include <algorithm>
#include <string_view>

namespace cairn::checkpoint {

/// Whether `word` is one of `words`, a table's text with single blanks between them.
[[nodiscard]] constexpr bool isListed(std::string_view words, std::string_view word)
{
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) {
            return true;
        }
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

} // namespace cairn::checkpoint
