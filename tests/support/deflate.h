#pragma once

#include <string>
#include <zlib.h>

namespace cairn::test {

/// A raw deflate stream, as zip files hold it. Not the best one: that takes 20 s for a few megabytes of the kind that
/// tests have here, and makes them half a percent smaller.
[[nodiscard]] inline std::string deflateRaw(std::string plain)
{
    z_stream stream{};
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        return {};
    }
    std::string packed(::deflateBound(&stream, plain.size()), '\0');
    stream.next_in = reinterpret_cast<unsigned char*>(plain.data());
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<unsigned char*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int status = ::deflate(&stream, Z_FINISH);
    packed.resize(status == Z_STREAM_END ? stream.total_out : 0);
    ::deflateEnd(&stream);
    return packed;
}

} // namespace cairn::test
