#include "core/base/text/message.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cairn {

Message fromPattern(const char* pattern, std::vector<Message> arguments)
{
    Message made;
    made.m_pattern = pattern;
    made.m_arguments = std::move(arguments);
    const std::string_view words = pattern;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isPlace = words[i] == '%' && i + 1 < words.size() && words[i + 1] >= '1' && words[i + 1] <= '9';
        const std::size_t place = isPlace ? static_cast<std::size_t>(words[i + 1] - '1') : 0;
        if (isPlace && place < made.m_arguments.size()) {
            made.m_text += made.m_arguments[place].text();
            ++i;
        } else {
            made.m_text += words[i];
        }
    }
    return made;
}

Message systemReason(int code)
{
    switch (code) { // the usual ones can be translated
    case ENOENT: return message("No such file or directory");
    case EACCES: return message("Permission denied");
    case EIO: return message("Input/output error");
    case ETXTBSY: return message("another program is using it");
    default: return verbatim(std::strerror(code)); // NOLINT(concurrency-mt-unsafe): glibc's is safe
    }
}

Message inARow(const Message& first, const Message& second)
{
    if (first.empty() || second.empty()) {
        return first.empty() ? second : first;
    }
    return first.text().ends_with('.') ? message("%1 %2", first, second) : message("%1. %2", first, second);
}

Message listOf(std::span<const std::string> names, std::size_t most)
{
    const std::size_t shown = std::min(names.size(), most);
    const bool isWhole = shown == names.size();
    std::string first;
    for (std::size_t i = 0; i < shown; ++i) {
        if (isWhole && i + 1 == shown && shown > 1) {
            return message("%1 and %2", first, names[i]);
        }
        first += (i == 0 ? "" : ", ") + names[i];
    }
    return isWhole ? verbatim(first) : message("%1 and %2 more", first, groupedDigits(names.size() - shown));
}

} // namespace cairn
