#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pieces/file_set.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Opens one of the files of torch.save that a folder consists of. What is wrong with it, and what torch would run of
/// it, is told to the builder. Null: it cannot be read, and that was told.
[[nodiscard]] Result<CheckpointPtr> openMember(const FileSet& files, std::uint32_t file, const std::string& name,
                                               CheckpointBuilder& builder, const Progress* progress);

/// Where the elements of a tensor lie in the file that it is in.
struct PlainElements {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; ///< from the first to the last one
    std::vector<std::int64_t> strides;
};

/// PieceBroken if they are no plain elements of that dtype.
[[nodiscard]] Result<PlainElements> plainElements(const Checkpoint& from, const Tensor& tensor, formats::Dtype dtype);

/// Tells of each rank below `count` that is not there, by the name of what is missing.
void tellMissingRanks(CheckpointBuilder& builder, const std::set<std::uint64_t>& there, std::uint64_t count,
                      const std::function<std::string(std::uint64_t rank)>& nameOf);

} // namespace cairn::checkpoint
