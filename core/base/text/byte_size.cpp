#include "core/base/text/byte_size.h"

#include <charconv>
#include <system_error>

namespace cairn {

namespace {

#ifdef __cpp_lib_to_chars
using Number = long double;
#else
using Number = double; // libc++ reads no other: sizes from 8 PiB on are rounded
#endif

/// Takes a letter off the front, if it is that one in either case.
bool takeLetter(std::string_view& text, char small)
{
    const bool isThere = !text.empty() && (text.front() | ('a' - 'A')) == small;
    text.remove_prefix(isThere ? 1 : 0);
    return isThere;
}

} // namespace

std::optional<ByteSize> parseByteSize(std::string_view text)
{
    constexpr std::string_view signs = "-iInN"; // infinity and NaN are numbers to from_chars()
    Number bytes = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, bytes);
    if (problem != std::errc() || signs.contains(text.front())) {
        return std::nullopt;
    }
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    const bool hasBlank = unit.starts_with(' ');
    while (unit.starts_with(' ')) {
        unit.remove_prefix(1);
    }
    const bool hasUnit = !unit.empty();
    int power = 0;
    constexpr std::string_view prefixes = "kmgt";
    for (std::size_t i = 0; i < prefixes.size() && power == 0; ++i) {
        power = takeLetter(unit, prefixes[i]) ? static_cast<int>(i) + 1 : 0;
    }
    const bool isBinary = power != 0 && takeLetter(unit, 'i');
    takeLetter(unit, 'b');
    if (!unit.empty() || (hasBlank && !hasUnit)) {
        return std::nullopt;
    }
    for (; power > 0; --power) {
        bytes *= isBinary ? 1024 : 1000;
    }
    return ByteSize{static_cast<long double>(bytes), hasUnit};
}

} // namespace cairn
