#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace cairn {

/// Reads a little-endian integer from unaligned bytes. The caller has checked that they are there.
template <std::integral T>
[[nodiscard]] inline T loadLittle(const std::byte* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    if constexpr (std::endian::native == std::endian::big) {
        value = std::byteswap(value);
    }
    return value;
}

/// Adds the first `bytes` bytes of a little-endian integer.
inline void appendLittle(std::string& out, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        out.push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * i))));
    }
}

/// The 8 bytes of a big-endian double, as pickle writes floats.
[[nodiscard]] inline double loadBigDouble(const std::byte* bytes)
{
    std::uint64_t bits;
    std::memcpy(&bits, bytes, sizeof(bits));
    if constexpr (std::endian::native == std::endian::little) {
        bits = std::byteswap(bits);
    }
    return std::bit_cast<double>(bits);
}

} // namespace cairn
