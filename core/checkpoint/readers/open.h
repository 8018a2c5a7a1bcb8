#pragma once

#include "core/checkpoint/checkpoint.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Opens any checkpoint by its content. Reads structure only; executes nothing.
/// The path may be a folder, so this is in folders/folder_reader.cpp, which knows them.
/// A Git LFS pointer, an HTML page and so on come back as NotACheckpoint with what it is and what to do.
[[nodiscard]] Result<CheckpointPtr> openCheckpoint(const std::string& path, const Progress* progress = nullptr);

/// The same for bytes that are already at hand; `path` is what messages call them.
/// `allowShards` is false inside a sharded set, whose members must not be sets themselves.
[[nodiscard]] Result<CheckpointPtr> openCheckpoint(const SourcePtr& source, const std::string& path,
                                                   const Progress* progress = nullptr, bool allowShards = true);

/// Whoever maps devices to devices looks at all pairs of them, so there may not be too many.
[[nodiscard]] Result<void> limitDevices(const Checkpoint& checkpoint);

} // namespace cairn::checkpoint
