#pragma once

#include "core/base/files/byte_source.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace cairn::formats {

/// As many zeros as are wanted. They take no memory.
class ZeroSource final : public ByteSource {
public:
    explicit ZeroSource(std::uint64_t bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes; }
    [[nodiscard]] std::uint64_t heldBytes() const noexcept override { return 0; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t, std::span<std::byte> into) const override
    {
        std::ranges::fill(into, std::byte{0});
        return {};
    }

    std::uint64_t m_bytes;
};

} // namespace cairn::formats
