#pragma once

#include "core/checkpoint/checkpoint_builder.h"

#include <memory>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Reads a file that is a stream of pickles: what torch.save wrote before 1.6, or a plain pickle.dump.
[[nodiscard]] Result<CheckpointPtr> readPickleFile(const SourcePtr& source, const std::string& path,
                                                   const Progress* progress);
/// The same of one that lies in a file, whose budget it is read within.
[[nodiscard]] Result<CheckpointPtr> readPickleIn(const SourcePtr& source, const std::string& path,
                                                 const std::shared_ptr<ReadBudget>& budget, const Progress* progress);

} // namespace cairn::checkpoint
