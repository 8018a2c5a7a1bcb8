#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/preflight.h"

#include <QString>

#include <vector>

namespace cairn::ui {

/// Will the file load on a machine with a map? In words for the header.
struct LoadVerdict {
    bool loads = true;
    checkpoint::Trust trust = checkpoint::Trust::DataOnly;
    bool isWarned = false;        ///< it loads, but there is something to read first
    bool isMapped = false;        ///< the map is not the one of a plain torch.load
    bool helpedByCpuCopy = false; ///< a copy with every tag on the cpu would load
    QString headline;
    QString detail;                     ///< why not, and what helps
    QString whole;                      ///< every problem with PyTorch's own words
    std::vector<devices::MapFix> fixes; ///< maps that load, best first
};

/// Looks at every storage: for worker threads.
[[nodiscard]] LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
                                       const devices::DeviceInventory& machine);

/// What a map that helps does, as a sentence without its end: "Everything to cpu".
[[nodiscard]] QString fixText(const devices::MapFix& fix);

} // namespace cairn::ui
