#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/zip/zip_directory.h"

namespace cairn::formats {

/// Finds where the data of every entry begins, which only its local header tells, and checks that the header belongs
/// to the entry and that no two records share bytes. Every entry was checked to begin before `directoryOffset`.
/// Reads little: headers that lie close together come with one read, those between big records one by one.
[[nodiscard]] Result<void> locateZipData(const ByteSource& source, ZipDirectory& directory,
                                         std::uint64_t directoryOffset);

} // namespace cairn::formats
