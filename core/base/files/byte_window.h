#pragma once

#include "core/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn {

/// A moving, buffered view of a source, for parsers that read forward in small steps.
/// Owns one buffer of bounded size; a span it hands out is valid until the next call.
class ByteWindow {
public:
    static constexpr std::size_t kDefaultCapacity = 256 * 1024;

    explicit ByteWindow(SourcePtr source, std::uint64_t offset = 0, std::size_t capacity = kDefaultCapacity);

    [[nodiscard]] std::uint64_t position() const noexcept { return m_base + m_cursor; }
    [[nodiscard]] std::uint64_t remaining() const noexcept { return m_size - position(); }
    [[nodiscard]] const SourcePtr& source() const noexcept { return m_source; }

    /// Moves anywhere inside the source; cheap when the place is in the buffer.
    void seek(std::uint64_t position);
    void skip(std::uint64_t count) { seek(position() + count); }

    /// The bytes buffered from here on, at least `count` of them; fails if the source ends first
    /// or `count` is over the capacity. Does not move.
    [[nodiscard]] Result<std::span<const std::byte>> peek(std::size_t count)
    {
        if (m_filled - m_cursor >= count) {
            return std::span<const std::byte>(m_buffer.data() + m_cursor, m_filled - m_cursor);
        }
        return refill(count);
    }

    /// What is buffered from here on without reading; maybe nothing.
    [[nodiscard]] std::span<const std::byte> buffered() const noexcept
    {
        return {m_buffer.data() + m_cursor, m_filled - m_cursor};
    }

    /// Moves over bytes that peek() or buffered() returned.
    void advance(std::size_t count) noexcept { m_cursor += count; }

private:
    [[nodiscard]] Result<std::span<const std::byte>> refill(std::size_t count);

    SourcePtr m_source;
    std::uint64_t m_size;
    std::uint64_t m_base;
    std::size_t m_capacity;
    std::size_t m_cursor = 0;
    std::size_t m_filled = 0;
    Bytes m_buffer;
};

} // namespace cairn
