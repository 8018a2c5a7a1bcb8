#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cairn {

/// Adds the last so many hexadecimal digits of a number, small letters, with zeros in front.
inline void appendHex(std::string& out, std::uint64_t value, std::size_t digits)
{
    while (digits-- > 0) {
        out += "0123456789abcdef"[(value >> (4 * digits)) & 15];
    }
}

} // namespace cairn
