#include "core/base/files/byte_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn {

ByteWindow::ByteWindow(SourcePtr source, std::uint64_t offset, std::size_t capacity)
    : m_source(std::move(source)), m_size(m_source->sizeBytes()), m_base(std::min(offset, m_size)),
      m_capacity(static_cast<std::size_t>(std::min<std::uint64_t>(capacity, m_size)))
{
}

void ByteWindow::seek(std::uint64_t position)
{
    position = std::min(position, m_size);
    if (position >= m_base && position - m_base <= m_filled) {
        m_cursor = static_cast<std::size_t>(position - m_base);
        return;
    }
    m_base = position;
    m_cursor = 0;
    m_filled = 0;
}

Result<std::span<const std::byte>> ByteWindow::refill(std::size_t count)
{
    if (count > remaining()) {
        return fail(error(ErrorCode::Truncated, message("needs %1 more bytes, but the data ends at byte %2",
                                                        std::to_string(count), std::to_string(m_size)))
                        .at(position()));
    }
    if (count > m_capacity) {
        return fail(error(ErrorCode::LimitExceeded, message("one item of %1 bytes is over the limit of %2",
                                                            std::to_string(count), std::to_string(m_capacity)))
                        .at(position()));
    }
    if (m_buffer.empty()) {
        m_buffer.resize(m_capacity);
    }
    const std::size_t kept = m_filled - m_cursor;
    std::memmove(m_buffer.data(), m_buffer.data() + m_cursor, kept);
    m_base += m_cursor;
    m_cursor = 0;
    m_filled = kept;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(m_capacity, m_size - m_base));
    CAIRN_TRY(m_source->readAt(m_base + kept, std::span(m_buffer).subspan(kept, wanted - kept)));
    m_filled = wanted;
    return std::span<const std::byte>(m_buffer.data(), m_filled);
}

} // namespace cairn
