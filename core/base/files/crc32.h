#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn {

/// The CRC-32 of zip files; `start` is the value of the bytes before these.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t start = 0);

} // namespace cairn
