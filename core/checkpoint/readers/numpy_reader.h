#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}
namespace cairn::formats {
class ZipArchive;
}

namespace cairn::checkpoint {

/// One array of numpy.save. An array of Python objects is a pickle, and is read and judged as one.
[[nodiscard]] Result<CheckpointPtr> readNpy(const SourcePtr& source, const std::string& path, const Progress* progress);

/// One of Checkpoint::pickledArrays(), as a file of numpy.save would be opened. Unsupported if it has no bytes.
[[nodiscard]] Result<CheckpointPtr> openPickledArray(const Checkpoint& checkpoint, const PickledArray& array,
                                                     const Progress* progress);

/// Whether all that is in a zip are such arrays, as numpy.savez writes them.
[[nodiscard]] bool isNpz(const formats::ZipArchive& archive);
[[nodiscard]] Result<CheckpointPtr> readNpz(const std::shared_ptr<const formats::ZipArchive>& archive,
                                            const std::string& path, const Progress* progress,
                                            const std::shared_ptr<ReadBudget>& budget);

} // namespace cairn::checkpoint
