#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/tag_map.h"
#include "core/convert/retag/retag_plan.h"

#include <string>
#include <vector>

namespace cairn::convert {

/// What in a copy names a device without being a tag.
struct UntaggedDevices {
    std::vector<std::string> mapped; ///< torch.device objects that change, by the names of their entries, and how
    std::vector<std::string> kept;   ///< the devices of those that the map could change and does not
    std::vector<std::string> texts;  ///< entries whose text or key is an ordinary string that reads like a device
};

/// `dropped`: rows that are not written; empty for none.
[[nodiscard]] UntaggedDevices findUntaggedDevices(const checkpoint::Checkpoint& rows, const std::vector<bool>& dropped,
                                                  const TagMap& map, const RetagReport& report);

} // namespace cairn::convert
