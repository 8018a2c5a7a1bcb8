#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cwchar>

// std::filesystem makes a path of a text through the C library, whose locales know no UTF-8 before Windows 10 and not
// all of it since. The linker lets these two take the place of the library's (see core/CMakeLists.txt): all texts are
// UTF-8.

extern "C" {

std::size_t __wrap_mbrtowc(wchar_t* into, const char* from, std::size_t bytes, std::mbstate_t* state);
std::size_t __wrap_wcrtomb(char* into, wchar_t unit, std::mbstate_t* state);
}

namespace {

constexpr auto kBroken = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);

std::size_t broken()
{
    errno = EILSEQ;
    return kBroken;
}

} // namespace

/// A character that is two units of UTF-16 is given in two calls: the first takes one byte, and leaves the second unit
/// in the state for the next, which takes the other three.
std::size_t __wrap_mbrtowc(wchar_t* into, const char* from, std::size_t bytes, std::mbstate_t* state)
{
    static thread_local std::mbstate_t own{};
    std::mbstate_t& left = state == nullptr ? own : *state;
    if (from == nullptr) {
        left = {};
        return 0;
    }
    if (left != 0) {
        if (into != nullptr) {
            *into = static_cast<wchar_t>(left);
        }
        left = {};
        return 3;
    }
    if (bytes == 0) {
        return kIncomplete;
    }
    const auto first = static_cast<unsigned char>(*from);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0) {
        return broken();
    }
    if (bytes < length) {
        return kIncomplete;
    }
    std::uint32_t character = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(from[i]);
        if ((next & 0xC0U) != 0x80U) {
            return broken();
        }
        character = (character << 6U) | (next & 0x3FU);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (character < least[length] || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) {
        return broken();
    }
    const bool isPair = character >= 0x10000;
    if (into != nullptr) {
        *into = static_cast<wchar_t>(isPair ? 0xD800 + ((character - 0x10000) >> 10U) : character);
    }
    if (isPair) {
        left = static_cast<std::mbstate_t>(0xDC00 + ((character - 0x10000) & 0x3FFU));
        return 1;
    }
    return character == 0 ? 0 : length;
}

/// Of a pair the first unit gives nothing, and the second all four bytes.
std::size_t __wrap_wcrtomb(char* into, wchar_t unit, std::mbstate_t* state)
{
    static thread_local std::mbstate_t own{};
    std::mbstate_t& left = state == nullptr ? own : *state;
    if (into == nullptr) {
        left = {};
        return 1;
    }
    std::uint32_t character = unit;
    if (left != 0) {
        if (unit < 0xDC00 || unit > 0xDFFF) {
            return broken();
        }
        character = 0x10000 + ((static_cast<std::uint32_t>(left) - 0xD800) << 10U) + (character - 0xDC00);
        left = {};
    } else if (unit >= 0xD800 && unit < 0xDC00) {
        left = static_cast<std::mbstate_t>(unit);
        return 0;
    }
    if (character < 0x80) {
        *into = static_cast<char>(character);
        return 1;
    }
    const std::size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (std::size_t i = length - 1; i > 0; --i) {
        into[i] = static_cast<char>(0x80U | (character & 0x3FU));
        character >>= 6U;
    }
    constexpr unsigned mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    into[0] = static_cast<char>(mark[length] | character);
    return length;
}
