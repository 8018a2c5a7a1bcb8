#pragma once

#include "core/runtime/loaded_tensors.h"

#include <cstdint>
#include <span>

namespace cairn::test {

/// Bytes that do not come back after a power of two: each batch has others.
inline Bytes unlike(std::size_t count)
{
    constexpr std::uint32_t factor = 2'654'435'761;
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(static_cast<std::uint32_t>(i) * factor >> 24);
    }
    return bytes;
}

inline Bytes valuesOf(const runtime::LoadedTensors& tensors, std::uint32_t id)
{
    Bytes all;
    const auto given = tensors.values(
        id, [&all](std::span<const std::byte> piece) { all.insert(all.end(), piece.begin(), piece.end()); });
    return given && *given ? all : Bytes();
}

} // namespace cairn::test
