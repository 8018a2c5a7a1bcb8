#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/tag_map.h"
#include "core/convert/common/target.h"

#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// Fails for a file that different programs read differently: a copy would hold only one of the readings, or both.
[[nodiscard]] Result<void> refuseAmbiguous(const checkpoint::Checkpoint& source);

/// The failure of a copy that is not what it should be; it was removed. What is damaged in the source may be something
/// else once its tags have changed.
[[nodiscard]] Error copyDiffers(const checkpoint::Checkpoint& source, const std::string& difference,
                                const std::string& target);

/// The check that a retagged copy of `source` is the same but for the tags. What the arguments refer to must
/// outlive it. `changedRecords`: see firstDifference().
[[nodiscard]] FileCheck checkAgainst(const checkpoint::Checkpoint& source, TagMap map, std::string target,
                                     Progress* progress, std::vector<std::string>* changedRecords = nullptr);

/// How far a conversion is, from 0 to 1. Comparing takes about as long as writing.
[[nodiscard]] double partDone(const Progress& progress, bool verify);

} // namespace cairn::convert
