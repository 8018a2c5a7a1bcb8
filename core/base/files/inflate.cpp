#include "core/base/files/inflate.h"

#include <algorithm>
#include <string>
#include <utility>
#include <zlib.h>

namespace cairn {

namespace {

constexpr std::uint64_t kStepBytes = 256 * 1024;

unsigned char* zlibPointer(std::byte* bytes)
{
    return reinterpret_cast<unsigned char*>(bytes);
}

std::unexpected<Error> broken(std::uint64_t offset, Message what)
{
    return fail(error(ErrorCode::ZipInflate, std::move(what))
                    .at(offset)
                    .because(message("The data is damaged, or its header lies"))
                    .fix(message("Compare the file with the original, or copy it again")));
}

std::unexpected<Error> outOfMemory()
{
    return fail(ErrorCode::Internal, message("cannot inflate: out of memory"));
}

} // namespace

struct Inflater::Stream : z_stream {
    Stream() : z_stream{} {}
    ~Stream() { ::inflateEnd(this); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
};

void Inflater::End::operator()(Stream* stream) const
{
    delete stream;
}

Inflater::Inflater(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes, std::uint64_t plainBytes)
    : m_source(&source), m_offset(offset), m_packedBytes(packedBytes), m_plainBytes(plainBytes), m_stream(new Stream)
{
}

Result<Inflater> Inflater::start(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes,
                                 std::uint64_t plainBytes)
{
    if (plainBytes / kMaxDeflateRatio > packedBytes) {
        return broken(offset, message("%1 deflated bytes cannot hold the %2 bytes they are said to hold",
                                      std::to_string(packedBytes), std::to_string(plainBytes)));
    }
    Inflater inflater(source, offset, packedBytes, plainBytes);
    if (::inflateInit2(inflater.m_stream.get(), -MAX_WBITS) != Z_OK) {
        return outOfMemory();
    }
    return inflater;
}

Result<void> Inflater::fetch()
{
    if (m_stream->avail_in != 0 || m_fetched == m_packedBytes) {
        return {};
    }
    m_packed.resize(static_cast<std::size_t>(std::min(m_packedBytes - m_fetched, kStepBytes)));
    CAIRN_TRY(m_source->readAt(m_offset + m_fetched, m_packed));
    m_fetched += m_packed.size();
    m_stream->next_in = zlibPointer(m_packed.data());
    m_stream->avail_in = static_cast<uInt>(m_packed.size());
    return {};
}

Result<std::size_t> Inflater::unpack(std::span<std::byte> into)
{
    constexpr std::size_t most = 1U << 30; // zlib counts in 32 bits
    std::size_t filled = 0;
    while (filled < into.size() && !m_hasEnded) {
        CAIRN_TRY(fetch());
        const std::size_t room = std::min(into.size() - filled, most);
        m_stream->next_out = zlibPointer(into.data() + filled);
        m_stream->avail_out = static_cast<uInt>(room);
        const int status = ::inflate(m_stream.get(), Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) {
            return outOfMemory();
        }
        if (status != Z_OK && status != Z_STREAM_END) { // Z_BUF_ERROR: there was room, so the input ran out
            return broken(m_offset, status == Z_BUF_ERROR ? message("the deflated data ends too early")
                                                          : message("the deflated data cannot be unpacked"));
        }
        filled += room - m_stream->avail_out;
        m_hasEnded = status == Z_STREAM_END;
    }
    m_unpacked += filled;
    return filled;
}

Result<void> Inflater::next(std::span<std::byte> into)
{
    CAIRN_ASSIGN(filled, unpack(into));
    if (filled != into.size()) {
        return broken(m_offset, message("the deflated data holds %1 bytes and should hold %2",
                                        std::to_string(m_unpacked), std::to_string(m_plainBytes)));
    }
    return {};
}

Result<void> Inflater::finish()
{
    std::byte spare{}; // where one byte too many would go
    CAIRN_ASSIGN(more, unpack({&spare, 1}));
    if (more != 0) {
        return broken(m_offset, message("the deflated data holds more than the %1 bytes it should",
                                        std::to_string(m_plainBytes)));
    }
    if (m_stream->avail_in != 0 || m_fetched != m_packedBytes) {
        return broken(m_offset, message("there are bytes after the end of the deflated data"));
    }
    return {};
}

Result<Inflater> Inflater::copy() const
{
    Inflater other(*m_source, m_offset, m_packedBytes, m_plainBytes);
    if (::inflateCopy(other.m_stream.get(), m_stream.get()) != Z_OK) {
        return outOfMemory();
    }
    // What is fetched and not unpacked yet is fetched again.
    other.m_stream->avail_in = 0;
    other.m_fetched = m_fetched - m_stream->avail_in;
    other.m_unpacked = m_unpacked;
    other.m_hasEnded = m_hasEnded;
    return other;
}

Result<Bytes> inflateRaw(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes,
                         std::uint64_t plainBytes)
{
    CAIRN_ASSIGN(inflater, Inflater::start(source, offset, packedBytes, plainBytes));
    Bytes plain;
    while (plain.size() < plainBytes) {
        const std::size_t before = plain.size();
        const std::uint64_t wanted = std::max<std::uint64_t>(kStepBytes, before * 2);
        plain.resize(static_cast<std::size_t>(std::min(plainBytes, wanted)));
        CAIRN_TRY(inflater.next(std::span(plain).subspan(before)));
    }
    CAIRN_TRY(inflater.finish());
    return plain;
}

} // namespace cairn
