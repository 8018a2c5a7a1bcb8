#pragma once

#include "core/base/error.h"
#include "core/formats/zip/zip_entry.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::formats {

// The bytes around a record, exactly as torch's own writer lays them out: data on a multiple of the alignment, sizes
// and checksum in a descriptor behind the data, zip64 end records always.

struct ZipRecordHead {
    std::string_view name;
    std::uint64_t storedBytes = 0;
    std::uint64_t plainBytes = 0;
    std::uint16_t method = ZipEntry::kStored;
};

/// `offset` is where the header itself goes. The data comes to lie on a multiple of the alignment, or so far behind
/// one.
[[nodiscard]] Result<std::string> zipLocalHeader(const ZipRecordHead& record, std::uint64_t offset,
                                                 std::uint32_t alignment, std::uint32_t behind = 0);
[[nodiscard]] std::string zipDescriptor(const ZipRecordHead& record, std::uint64_t offset, std::uint32_t crc);
[[nodiscard]] std::string zipDirectoryEntry(const ZipRecordHead& record, std::uint64_t offset, std::uint32_t crc);
/// zip64 end record, its locator and the end record, to be written at `endOffset`.
[[nodiscard]] std::string zipEndRecords(std::uint64_t count, std::uint64_t directoryOffset,
                                        std::uint64_t directoryBytes, std::uint64_t endOffset);

} // namespace cairn::formats
