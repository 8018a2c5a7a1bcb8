#pragma once

#include "core/base/files/file_sink.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::convert {

// What every conversion does with the file it writes.

/// TargetExists if both are one file: what is read is not written over.
[[nodiscard]] Result<void> refuseSameFile(const std::string& source, const std::string& target);

/// The same for all of the files that the checkpoint is read from.
[[nodiscard]] Result<void> refuseOwnSource(const checkpoint::Checkpoint& source, const std::string& target,
                                           FileSink::Existing existing = FileSink::Existing::Refuse);

/// The folder of a target, or the first above it that is there already.
[[nodiscard]] std::string existingFolder(const std::string& target);

/// What the disk has left that the target will be on; nothing if it does not tell.
[[nodiscard]] std::optional<std::uint64_t> freeSpaceFor(const std::string& target);

/// Whether the file system of the target lets it have the same blocks as a file. Tried with a file that has no name.
[[nodiscard]] bool sharesBlocks(const FileSource& file, const std::string& target);

/// DiskFull if the target's folder is on a disk that has less space. Disks that do not tell have enough.
[[nodiscard]] Result<void> requireSpace(const std::string& target, std::uint64_t bytes);

/// Looks at a file that is complete but has not got its name yet, such as to compare it with its source. If it fails,
/// so does the conversion, and the file is gone.
using FileCheck = std::function<Result<void>(const std::string& path)>;

/// A sink with the rights of the source. What takes the place of its source does so only while that has its name.
[[nodiscard]] Result<std::unique_ptr<FileSink>> createTarget(const checkpoint::Checkpoint& source,
                                                             const std::string& target, FileSink::Existing existing);

/// Syncs the file, checks it if there is something to check, and gives it its name, unless a stop was asked for.
[[nodiscard]] Result<void> finishTarget(FileSink& sink, const FileCheck& check, Progress* progress);

/// Writes everything that a source holds, and gives its checksum.
[[nodiscard]] Result<std::uint32_t> writeSource(FileSink& sink, const ByteSource& source);

/// Copies a range in steps, so that progress moves and a stop is noticed.
[[nodiscard]] Result<void> copyRange(FileSink& sink, const ByteSource& source, std::uint64_t offset,
                                     std::uint64_t bytes, Progress* progress);

} // namespace cairn::convert
