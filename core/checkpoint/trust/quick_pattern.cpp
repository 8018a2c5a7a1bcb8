#include "core/checkpoint/trust/quick_pattern.h"

#include "core/base/text/text.h"

namespace cairn::checkpoint {

bool isQuickPattern(std::string_view pattern, std::int64_t flags)
{
    constexpr std::size_t longest = 4096;
    constexpr std::int64_t ignoresCase = 2;
    constexpr std::int64_t known = 2 | 8 | 16 | 32 | 64 | 256;
    if (pattern.size() > longest || (flags & ~known) != 0) {
        return false;
    }
    bool mayIgnoreCase = (flags & ignoresCase) != 0;
    for (auto group = pattern.find("(?"); group != std::string_view::npos; group = pattern.find("(?", group + 1)) {
        const auto named = pattern.substr(group + 2);
        mayIgnoreCase = mayIgnoreCase || named.substr(0, named.find_first_not_of("aiLmsux")).contains('i');
    }
    const bool hasWide =
        !isAscii(pattern) || pattern.contains("\\u") || pattern.contains("\\U") || pattern.contains("\\N");
    return !mayIgnoreCase || !hasWide || !pattern.contains('-');
}

} // namespace cairn::checkpoint
