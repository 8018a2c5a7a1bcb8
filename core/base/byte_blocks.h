#pragma once

#include "core/base/byte_source.h"

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

} // namespace cairn
