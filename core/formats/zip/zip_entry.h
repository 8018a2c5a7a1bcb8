#pragma once

#include <cstdint>

namespace cairn::formats {

/// One record of a zip as its directory describes it. Plain and small: archives hold up to millions of them.
struct ZipEntry {
    static constexpr std::uint16_t kStored = 0;
    static constexpr std::uint16_t kDeflated = 8;

    std::uint64_t headerOffset = 0; ///< of the local header
    std::uint64_t dataOffset = 0;
    std::uint64_t storedBytes = 0;
    std::uint64_t plainBytes = 0;
    std::uint32_t crc = 0; ///< 0 in files saved with checksums turned off
    std::uint32_t nameOffset = 0;
    std::uint16_t nameLength = 0;
    std::uint16_t method = kStored;
    std::uint16_t flags = 0;
};

} // namespace cairn::formats
