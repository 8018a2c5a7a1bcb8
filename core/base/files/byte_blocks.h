#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/progress.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

namespace cairn {

/// Gives all bytes of a source to `take`, block by block and in order, until it fails.
template <typename Take>
[[nodiscard]] Result<void> forEachBlock(const ByteSource& source, const Take& take)
{
    constexpr std::uint64_t blockBytes = 256 * 1024;
    Bytes block(static_cast<std::size_t>(std::min(source.sizeBytes(), blockBytes)));
    for (std::uint64_t done = 0; done < source.sizeBytes(); done += block.size()) {
        const auto part = std::span(block).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), source.sizeBytes() - done)));
        CAIRN_TRY(source.readAt(done, part));
        CAIRN_TRY(take(std::span<const std::byte>(part)));
    }
    return {};
}

/// Whether two runs of bytes are the same. Much faster than std::ranges::equal, which takes a std::byte at a time.
[[nodiscard]] inline bool areSameBytes(std::span<const std::byte> first, std::span<const std::byte> second)
{
    return first.size() == second.size() &&
           (first.empty() || std::memcmp(first.data(), second.data(), first.size()) == 0);
}

/// Whether `bytes` bytes of one source, from a place on, are those of another. `progress` may be null.
[[nodiscard]] inline Result<bool> holdSameBytes(const ByteSource& first, std::uint64_t firstAt,
                                                const ByteSource& second, std::uint64_t secondAt, std::uint64_t bytes,
                                                const Progress* progress)
{
    constexpr std::uint64_t blockBytes = 1 << 20;
    for (std::uint64_t done = 0; done < bytes; done += blockBytes) {
        CAIRN_TRY(checkStop(progress));
        const std::uint64_t count = std::min(blockBytes, bytes - done);
        CAIRN_ASSIGN(left, first.readBytes(firstAt + done, count));
        CAIRN_ASSIGN(right, second.readBytes(secondAt + done, count));
        if (!areSameBytes(left, right)) {
            return false;
        }
    }
    return true;
}

} // namespace cairn
