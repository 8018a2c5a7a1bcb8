#include "core/formats/folded_name_index.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace cairn::formats {

namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

/// Up to eight characters as one number, missing ones as zero.
std::uint64_t wordAt(std::string_view text, std::size_t position)
{
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + position, std::min(kWordBytes, text.size() - position));
    return word;
}

/// Makes the bytes 'A' to 'Z' of a word small, all eight at once.
std::uint64_t folded(std::uint64_t word)
{
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t highBits = 0x80 * ones;
    const std::uint64_t low = word & ~highBits;
    const std::uint64_t fromA = low + (0x80 - 'A') * ones;      // high bit: 'A' or above
    const std::uint64_t aboveZ = low + (0x80 - 'Z' - 1) * ones; // high bit: above 'Z'
    const std::uint64_t capital = fromA & ~aboveZ & ~word & highBits;
    return word | capital >> 2; // 0x80 becomes 0x20, the distance of the two cases
}

/// Both halves of the product folded into one: every bit of the input reaches every bit of the result.
std::uint64_t mixed(std::uint64_t value)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{value} * 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// What a maker of hostile files cannot know: when this process started and where its memory lies.
std::uint64_t processKey()
{
    static const std::uint64_t key = [] {
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        const auto place = reinterpret_cast<std::uintptr_t>(&key);
        return mixed(mixed(static_cast<std::uint64_t>(now)) ^ place);
    }();
    return key;
}

} // namespace

std::uint32_t foldedHash(std::string_view name)
{
    std::uint64_t state = processKey() ^ name.size();
    for (std::size_t at = 0; at < name.size(); at += kWordBytes) {
        state = mixed(state ^ folded(wordAt(name, at)));
    }
    return static_cast<std::uint32_t>(state ^ state >> 32);
}

bool equalFolded(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t at = 0; at < a.size(); at += kWordBytes) {
        if (folded(wordAt(a, at)) != folded(wordAt(b, at))) {
            return false;
        }
    }
    return true;
}

} // namespace cairn::formats
