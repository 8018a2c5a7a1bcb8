#pragma once

#include "core/checkpoint/checkpoint_builder.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Reads a file that is a stream of pickles: what torch.save wrote before 1.6, or a plain pickle.dump.
[[nodiscard]] Result<CheckpointPtr> readPickleFile(const SourcePtr& source, const std::string& path,
                                                   const Progress* progress);

} // namespace cairn::checkpoint
