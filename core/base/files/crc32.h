#pragma once

#include "core/base/files/byte_blocks.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn {

/// The CRC-32 of zip files; `start` is the value of the bytes before these.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t start = 0);

/// That of all bytes of a source, which `take` gets, too, block by block, until it fails.
template <typename Take>
[[nodiscard]] Result<std::uint32_t> crc32Of(const ByteSource& source, const Take& take)
{
    std::uint32_t crc = 0;
    CAIRN_TRY(forEachBlock(source, [&](std::span<const std::byte> block) -> Result<void> {
        crc = crc32(block, crc);
        return take(block);
    }));
    return crc;
}
[[nodiscard]] inline Result<std::uint32_t> crc32Of(const ByteSource& source)
{
    return crc32Of(source, [](std::span<const std::byte>) { return Result<void>(); });
}

} // namespace cairn
