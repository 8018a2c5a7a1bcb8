#include "core/base/text/text_hash.h"

#include <chrono>
#include <cstddef>
#include <cstring>

namespace cairn {

namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

template <typename Word>
std::uint64_t load(const char* at)
{
    Word word = 0;
    std::memcpy(&word, at, sizeof(Word));
    return word;
}

/// The characters after the last whole word, as one number. Some of them twice, or of the word before once more: with
/// the length beside it the number still tells texts apart.
std::uint64_t tailOf(std::string_view text)
{
    const char* end = text.data() + text.size();
    if (text.size() >= kWordBytes) {
        return load<std::uint64_t>(end - kWordBytes);
    }
    if (text.size() >= 4) {
        return load<std::uint32_t>(text.data()) << 32 | load<std::uint32_t>(end - 4);
    }
    if (text.size() >= 2) {
        return load<std::uint16_t>(text.data()) << 16 | load<std::uint16_t>(end - 2);
    }
    return text.empty() ? 0 : load<std::uint8_t>(text.data());
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

std::uint64_t unchanged(std::uint64_t word)
{
    return word;
}

/// Both halves of the product folded into one: every bit of the input reaches every bit of the result.
std::uint64_t mixed(std::uint64_t value)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{value} * 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// What a maker of hostile files cannot know: when this process started and where its memory lies.
const std::uint64_t kProcessKey = [] {
    static const char place = 0;
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return mixed(mixed(static_cast<std::uint64_t>(now)) ^ reinterpret_cast<std::uintptr_t>(&place));
}();

template <std::uint64_t Change(std::uint64_t)>
std::uint32_t hashOf(std::string_view text)
{
    std::uint64_t state = kProcessKey ^ text.size();
    for (std::size_t at = 0; at + kWordBytes <= text.size(); at += kWordBytes) {
        state = mixed(state ^ Change(load<std::uint64_t>(text.data() + at)));
    }
    state = mixed(state ^ Change(tailOf(text)));
    return static_cast<std::uint32_t>(state ^ state >> 32);
}

} // namespace

std::uint32_t ExactText::hash(std::string_view text)
{
    return hashOf<unchanged>(text);
}

std::uint32_t FoldedText::hash(std::string_view text)
{
    return hashOf<folded>(text);
}

bool FoldedText::equal(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t at = 0; at + kWordBytes <= a.size(); at += kWordBytes) {
        if (folded(load<std::uint64_t>(a.data() + at)) != folded(load<std::uint64_t>(b.data() + at))) {
            return false;
        }
    }
    return folded(tailOf(a)) == folded(tailOf(b));
}

} // namespace cairn
