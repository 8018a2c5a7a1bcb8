#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/zip/zip_directory.h"
#include "core/formats/zip/zip_late_headers.h"

#include <vector>

namespace cairn::formats {

/// Finds where the data of every entry begins, which only its local header tells, and checks that the header belongs
/// to the entry and that no two records share bytes. Every entry was checked to begin before `directoryOffset`.
/// Reads little: headers that lie close together come with one read, those between big records one by one. Of a source
/// that is far away only those at its beginning and its end, where others must be is expected, and they come back.
[[nodiscard]] Result<std::vector<UnreadHeader>> locateZipData(const ByteSource& source, ZipDirectory& directory,
                                                              std::uint64_t directoryOffset);

} // namespace cairn::formats
