#pragma once

#include <cstdint>
#include <string>

namespace cairn::test {

/// So many bytes of a number, the lowest first.
[[nodiscard]] inline std::string little(std::uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i) {
        text += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    }
    return text;
}

} // namespace cairn::test
