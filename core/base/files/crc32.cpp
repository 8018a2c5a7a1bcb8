#include "core/base/files/crc32.h"

#include <zlib.h>

namespace cairn {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t start)
{
    if (bytes.empty()) { // zlib takes a null pointer for a request of its start value
        return start;
    }
    return static_cast<std::uint32_t>(
        ::crc32_z(start, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

} // namespace cairn
