#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/zip/zip_entry.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::formats {

/// A record whose header was not read: where its data is follows from where the next one begins.
struct UnreadHeader {
    std::string name;
    std::uint64_t headerOffset = 0;
    std::uint64_t dataOffset = 0;
    std::uint64_t dataEnd = 0;
};

/// Where the data of a record that ends before `end` must begin if PyTorch wrote it, or a program that leaves no gaps;
/// nothing if neither can be.
[[nodiscard]] std::optional<std::uint64_t> expectedDataOffset(const ZipEntry& entry, std::uint64_t end);

/// The same bytes, with the header of each of `records`, which are in file order, looked at when something of that
/// record is read for the first time. What was expected of it must be true.
[[nodiscard]] SourcePtr checkHeadersLate(SourcePtr source, std::vector<UnreadHeader> records);

} // namespace cairn::formats
