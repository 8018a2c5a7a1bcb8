#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/zip/zip_entry.h"

#include <string>
#include <string_view>

namespace cairn::formats {

/// Whether bytes are compared with the checksum that came with them. A checksum of 0 is never compared: files saved
/// with checksums turned off have that.
enum class CrcCheck : std::uint8_t { Verify, Skip };

/// Fails for records that are encrypted, compressed in a way PyTorch does not know, or said to be bigger than deflate
/// can make them.
[[nodiscard]] Result<void> checkReadable(const ZipEntry& entry, std::string_view name);

/// All bytes of a record that passed checkReadable().
[[nodiscard]] Result<Bytes> readRecord(const ByteSource& archive, const ZipEntry& entry, std::string_view name,
                                       CrcCheck check);

/// ZipCrc unless the checksum of a record's bytes is the one that came with them, or none did.
[[nodiscard]] Result<void> compareChecksum(const ZipEntry& entry, std::string_view name, std::uint32_t crc);

} // namespace cairn::formats
