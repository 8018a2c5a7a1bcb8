#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>

namespace cairn {

/// No deflate stream grows more than this: 258 bytes from 2 bits.
inline constexpr std::uint64_t kMaxDeflateRatio = 1032;

/// Unpacks the raw deflate stream in [offset, offset + packedBytes) of a source, piece by piece. It must give exactly
/// `plainBytes`. Takes some forty kilobytes, and more only while it works. For one thread at a time.
class Inflater {
public:
    [[nodiscard]] static Result<Inflater> start(const ByteSource& source, std::uint64_t offset,
                                                std::uint64_t packedBytes, std::uint64_t plainBytes);

    /// Fills all of `into` with the bytes that follow.
    [[nodiscard]] Result<void> next(std::span<std::byte> into);
    /// Whether all was unpacked, and nothing is left over.
    [[nodiscard]] Result<void> finish();
    /// Another one that goes on from here.
    [[nodiscard]] Result<Inflater> copy() const;

private:
    struct Stream; ///< of zlib
    struct End {
        void operator()(Stream* stream) const;
    };

    Inflater(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes, std::uint64_t plainBytes);
    [[nodiscard]] Result<void> fetch();
    /// Unpacks into `into` until it is full or the stream ends; gives how many bytes that were.
    [[nodiscard]] Result<std::size_t> unpack(std::span<std::byte> into);

    const ByteSource* m_source;
    std::uint64_t m_offset;
    std::uint64_t m_packedBytes;
    std::uint64_t m_plainBytes;
    std::uint64_t m_fetched = 0;
    std::uint64_t m_unpacked = 0;
    bool m_hasEnded = false;
    Bytes m_packed; ///< what was fetched last
    std::unique_ptr<Stream, End> m_stream;
};

/// The same in one go. Memory grows with what really comes out, so a size that lies costs nothing.
[[nodiscard]] Result<Bytes> inflateRaw(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes,
                                       std::uint64_t plainBytes);

} // namespace cairn
