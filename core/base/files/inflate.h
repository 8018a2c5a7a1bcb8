#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>

namespace cairn {

/// No deflate stream grows more than this: 258 bytes from 2 bits.
inline constexpr std::uint64_t kMaxDeflateRatio = 1032;

/// Unpacks the raw deflate stream in [offset, offset + packedBytes), which must give exactly `plainBytes`.
/// Memory grows with what really comes out, so a size that lies costs nothing.
[[nodiscard]] Result<Bytes> inflateRaw(const ByteSource& source, std::uint64_t offset, std::uint64_t packedBytes,
                                       std::uint64_t plainBytes);

} // namespace cairn
