#pragma once

#include "core/formats/zip/zip_archive.h"

#include <cstdint>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::formats {

/// What the bytes of a record say to the checksum that came with them.
enum class RecordState : std::uint8_t {
    NotChecked,
    Intact,
    NoChecksum, ///< saved with checksums turned off
    Changed,
    Unreadable,
};

/// Reads a whole record in bounded memory if it is stored, and compares it with its checksum. Cancelled when a stop was
/// asked for; progress counts bytes of the file.
[[nodiscard]] Result<RecordState> checkRecord(const ZipArchive& archive, const ZipEntry& entry, Progress* progress);

} // namespace cairn::formats
