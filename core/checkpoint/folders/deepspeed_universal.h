#pragma once

#include "core/checkpoint/folders/deepspeed_state.h"
#include "core/checkpoint/pieces/file_set.h"

#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The files in `zero`, the folder that a universal checkpoint of DeepSpeed has beside its model: one for each
/// parameter and each thing that is kept of it. Names from `folder` on, beginning with `inside`; none where it is no
/// universal checkpoint.
[[nodiscard]] std::vector<std::string> universalFiles(const std::string& folder, const std::string& inside);

/// Whether it has the settings of the optimizer.
[[nodiscard]] bool isUniversalSettings(const std::string& name);

/// What they hold. `first`: the number of the first of them in the set.
[[nodiscard]] Result<StateByName> readUniversal(const FileSet& files, std::span<const std::string> names,
                                                std::uint32_t first, StateBuilder& state, CheckpointBuilder& builder,
                                                const Progress* progress);

} // namespace cairn::checkpoint
