#pragma once

#include "core/base/files/byte_source.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace cairn::test {

/// Bytes with a hole of zeros in their middle, of any size and without its memory: files over 4 GiB.
class SparseSource final : public ByteSource {
public:
    SparseSource(std::string_view bytes, std::uint64_t holeOffset, std::uint64_t holeBytes)
        : m_bytes(bytes), m_holeOffset(holeOffset), m_holeBytes(holeBytes)
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes.sizeBytes() + m_holeBytes; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        while (!into.empty()) {
            const std::uint64_t holeEnd = m_holeOffset + m_holeBytes;
            const bool inHole = offset >= m_holeOffset && offset < holeEnd;
            const std::uint64_t pieceEnd = inHole ? holeEnd : offset < m_holeOffset ? m_holeOffset : sizeBytes();
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), pieceEnd - offset));
            if (inHole) {
                std::ranges::fill(into.first(count), std::byte{0});
            } else {
                CAIRN_TRY(m_bytes.readAt(offset < m_holeOffset ? offset : offset - m_holeBytes, into.first(count)));
            }
            into = into.subspan(count);
            offset += count;
        }
        return {};
    }

    MemorySource m_bytes;
    std::uint64_t m_holeOffset;
    std::uint64_t m_holeBytes;
};

} // namespace cairn::test
