#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cairn::values {

// Loops over numbers take them in blocks that stay in the first-level cache: a fixed count without branches or calls,
// of which every compiler makes vector code. Always inlined, so that each caller can have them for wider registers too.
inline constexpr std::size_t kBlock = 1024;
using FloatBlock = std::array<float, kBlock>;

// Four numbers at a time, for what compilers do not make vector code of themselves.
using FourFloats = float __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using FourMasks = std::int64_t __attribute__((vector_size(32)));
using FourInts = std::int32_t __attribute__((vector_size(16)));
inline constexpr std::size_t kLanes = 4;

/// One instruction; of __builtin_convertvector GCC makes four.
[[gnu::always_inline]] inline void widen(const FourFloats& floats, Four& out)
{
    out = Four{static_cast<double>(floats[0]), static_cast<double>(floats[1]), static_cast<double>(floats[2]),
               static_cast<double>(floats[3])};
}

/// Numbers as they lie in a file: at any address.
template <typename T>
[[nodiscard]] T load(const std::byte* block, std::size_t index)
{
    T value;
    std::memcpy(&value, block + index * sizeof(T), sizeof(T));
    return value;
}

template <typename T>
void store(std::byte* block, std::size_t index, T value)
{
    std::memcpy(block + index * sizeof(T), &value, sizeof(T));
}

[[nodiscard]] inline std::uint32_t select(bool condition, std::uint32_t yes, std::uint32_t no)
{
    return condition ? yes : no;
}

[[gnu::always_inline]] inline void decodeFloat32(const std::byte* in, FloatBlock& out)
{
    std::memcpy(out.data(), in, sizeof(out));
}

[[gnu::always_inline]] inline void decodeFloat16(const std::byte* in, FloatBlock& out)
{
    constexpr std::uint32_t rebias = std::uint32_t{127 - 15} << 23;
    constexpr float smallest = 0x1p-24F; // one step of the subnormal numbers
    for (std::size_t i = 0; i < kBlock; ++i) {
        const std::uint32_t bits = load<std::uint16_t>(in, i);
        const std::uint32_t magnitude = bits & 0x7FFFU;
        const std::uint32_t normal = (magnitude << 13) + rebias;
        const std::uint32_t special = (normal + rebias) | select(magnitude > 0x7C00U, 0x0040'0000U, 0U);
        const auto subnormal =
            std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(magnitude)) * smallest);
        const std::uint32_t finite = select(magnitude < 0x0400U, subnormal, normal);
        const std::uint32_t result = select(magnitude >= 0x7C00U, special, finite);
        out[i] = std::bit_cast<float>(result | ((bits & 0x8000U) << 16));
    }
}

[[gnu::always_inline]] inline void decodeBFloat16(const std::byte* in, FloatBlock& out)
{
    for (std::size_t i = 0; i < kBlock; ++i) {
        out[i] = std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(in, i)) << 16);
    }
}

} // namespace cairn::values
