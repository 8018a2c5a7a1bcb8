#include "core/base/files/inflate.h"

#include <algorithm>
#include <string>
#include <zlib.h>

namespace cairn {

namespace {

constexpr std::uint64_t kStepBytes = 256 * 1024;

/// Frees zlib's state on every way out.
struct Inflater {
    Inflater() = default;
    ~Inflater() { ::inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    z_stream stream{};
};

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

} // namespace

Result<Bytes> inflateRaw(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes,
                         std::uint64_t plainBytes)
{
    if (plainBytes / kMaxDeflateRatio > packedBytes) {
        return broken(offset, std::to_string(packedBytes) + " deflated bytes cannot hold the " +
                                  std::to_string(plainBytes) + " bytes they are said to hold");
    }
    Inflater inflater;
    z_stream& stream = inflater.stream;
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return fail(ErrorCode::Internal, message("cannot start inflating: out of memory"));
    }

    Bytes packed(static_cast<std::size_t>(std::min(packedBytes, kStepBytes)));
    Bytes plain(static_cast<std::size_t>(std::min(plainBytes, kStepBytes)));
    std::uint64_t fetched = 0;
    std::size_t filled = 0;
    std::byte spare{}; // where one byte too many would go
    for (int status = Z_OK; status != Z_STREAM_END;) {
        if (stream.avail_in == 0 && fetched < packedBytes) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(packedBytes - fetched, packed.size()));
            CAIRN_TRY(source.readAt(offset + fetched, std::span(packed).first(count)));
            fetched += count;
            stream.next_in = zlibPointer(packed.data());
            stream.avail_in = static_cast<uInt>(count);
        }
        if (filled == plain.size() && filled < plainBytes) {
            plain.resize(static_cast<std::size_t>(std::min<std::uint64_t>(plainBytes, plain.size() * 2)));
        }
        const bool full = filled == plainBytes;
        const std::size_t room =
            full ? 1 : static_cast<std::size_t>(std::min<std::uint64_t>(plain.size() - filled, 1U << 30));
        stream.next_out = zlibPointer(full ? &spare : plain.data() + filled);
        stream.avail_out = static_cast<uInt>(room);
        status = ::inflate(&stream, Z_NO_FLUSH);
        const std::size_t produced = room - stream.avail_out;
        if (status == Z_MEM_ERROR) {
            return fail(ErrorCode::Internal, message("cannot go on inflating: out of memory"));
        }
        if (status != Z_OK && status != Z_STREAM_END) { // Z_BUF_ERROR: there was room, so the input ran out
            return broken(offset, status == Z_BUF_ERROR ? "the deflated data ends too early"
                                                        : "the deflated data cannot be unpacked");
        }
        if (full && produced > 0) {
            return broken(offset,
                          "the deflated data holds more than the " + std::to_string(plainBytes) + " bytes it should");
        }
        filled += produced;
    }
    if (filled != plainBytes) {
        return broken(offset, "the deflated data holds " + std::to_string(filled) + " bytes and should hold " +
                                  std::to_string(plainBytes));
    }
    if (stream.avail_in != 0 || fetched != packedBytes) {
        return broken(offset, "there are bytes after the end of the deflated data");
    }
    return plain;
}

} // namespace cairn
