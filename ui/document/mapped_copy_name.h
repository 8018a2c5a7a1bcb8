#pragma once

#include "core/devices/map/map_location.h"

#include <QString>

namespace cairn::ui {

/// "model.cpu.pth" beside "model.pth", or "model.mapped.pth" where not all goes to the cpu.
[[nodiscard]] QString mappedCopyName(const QString& path, const devices::MapLocation& map);

} // namespace cairn::ui
