#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cairn::formats {

/// The directory of a zip as its end records have it.
struct TorchDirectory {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entryCount = 0;
};

/// What the end records of a zip say about its directory, checked against the file.
struct ZipEnd {
    std::uint64_t directoryOffset = 0;
    std::uint64_t directoryBytes = 0;
    /// Nothing when the only count there is has no room for the number: walk the directory by its size.
    std::optional<std::uint64_t> entryCount;
    std::uint64_t commentBytes = 0;
    std::vector<Issue> issues;
};

/// Finds the end record, and the zip64 one it may have, in the last 64 KiB. Takes the same one as PyTorch, the last;
/// an issue tells of files in which another reader would take an earlier one.
[[nodiscard]] Result<ZipEnd> findZipEnd(const ByteSource& source);

/// What PyTorch's zip reader takes for the directory of a file, whatever that begins with; nothing if there is no entry
/// of a directory. It is less strict than findZipEnd().
[[nodiscard]] Result<std::optional<TorchDirectory>> directoryForTorch(const ByteSource& source);

} // namespace cairn::formats
