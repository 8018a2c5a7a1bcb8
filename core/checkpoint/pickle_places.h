#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <vector>

namespace cairn::checkpoint {

/// Where in its file a checkpoint has pickles.
struct PicklePlace {
    std::string name; ///< of the record, or of the file
    SourcePtr source;
    std::uint32_t pickles = 1; ///< so many follow each other
};

/// The pickles that can be looked at one by one: those of zips, of the stream before them, and plain ones. None for
/// other formats.
[[nodiscard]] std::vector<PicklePlace> picklePlaces(const Checkpoint& checkpoint);

} // namespace cairn::checkpoint
