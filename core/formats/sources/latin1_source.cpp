#include "core/formats/sources/latin1_source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kMarkEvery = 64 * 1024;

/// Reads characters of a range of the parent in blocks and hands out the bytes they stand for.
class Latin1Decoder {
public:
    Latin1Decoder(const ByteSource& parent, std::uint64_t begin, std::uint64_t end)
        : m_parent(parent), m_next(begin), m_end(end)
    {
    }

    [[nodiscard]] bool atEnd() const { return m_cursor == m_filled && m_next == m_end; }
    /// Place in the parent of the next character.
    [[nodiscard]] std::uint64_t place() const { return m_next - (m_filled - m_cursor); }

    [[nodiscard]] Result<std::byte> next()
    {
        CAIRN_ASSIGN(lead, nextRaw());
        if (lead < 0x80) {
            return static_cast<std::byte>(lead);
        }
        if (lead != 0xC2 && lead != 0xC3) {
            return notAByte();
        }
        CAIRN_ASSIGN(second, nextRaw());
        if ((second & 0xC0) != 0x80) {
            return notAByte();
        }
        return static_cast<std::byte>(((lead & 3U) << 6) | (second & 0x3FU));
    }

private:
    [[nodiscard]] Result<unsigned> nextRaw()
    {
        if (m_cursor == m_filled) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(m_buffer.size(), m_end - m_next));
            if (count == 0) {
                return notAByte();
            }
            CAIRN_TRY(m_parent.readAt(m_next, std::span(m_buffer).first(count)));
            m_next += count;
            m_cursor = 0;
            m_filled = count;
        }
        return std::to_integer<unsigned>(m_buffer[m_cursor++]);
    }

    [[nodiscard]] std::unexpected<Error> notAByte() const
    {
        return fail(
            error(ErrorCode::PickleCodec, message("a text that should stand for bytes has a character that is none"))
                .at(place()));
    }

    const ByteSource& m_parent;
    std::uint64_t m_next;
    std::uint64_t m_end;
    std::size_t m_cursor = 0;
    std::size_t m_filled = 0;
    std::array<std::byte, 16 * 1024> m_buffer{};
};

} // namespace

Latin1Source::Latin1Source(SourcePtr parent, std::uint64_t end) : m_parent(std::move(parent)), m_end(end) {}

Result<SourcePtr> Latin1Source::make(SourcePtr parent, std::uint64_t offset, std::uint64_t encodedBytes)
{
    CAIRN_ASSIGN(range, SliceSource::make(parent, offset, encodedBytes)); // checks the range
    (void)range;
    const std::shared_ptr<Latin1Source> source(new Latin1Source(std::move(parent), offset + encodedBytes));
    Latin1Decoder decoder(*source->m_parent, offset, source->m_end);
    while (!decoder.atEnd()) {
        if (source->m_sizeBytes % kMarkEvery == 0) {
            source->m_marks.push_back(decoder.place());
        }
        CAIRN_TRY(decoder.next());
        ++source->m_sizeBytes;
    }
    return SourcePtr(source);
}

Result<std::uint64_t> Latin1Source::place(std::uint64_t offset) const
{
    if (offset == m_sizeBytes) {
        return m_end;
    }
    Latin1Decoder decoder(*m_parent, m_marks[static_cast<std::size_t>(offset / kMarkEvery)], m_end);
    for (std::uint64_t skipped = offset % kMarkEvery; skipped > 0; --skipped) {
        CAIRN_TRY(decoder.next());
    }
    return decoder.place();
}

Result<void> Latin1Source::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    CAIRN_ASSIGN(start, place(offset));
    Latin1Decoder decoder(*m_parent, start, m_end);
    for (std::byte& byte : into) {
        CAIRN_ASSIGN(value, decoder.next());
        byte = value;
    }
    return {};
}

} // namespace cairn::formats
