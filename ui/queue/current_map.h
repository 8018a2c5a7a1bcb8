#pragma once

#include "core/devices/map/map_location.h"

#include <QString>

#include <functional>
#include <optional>

namespace cairn::ui {

/// A device map that is being edited in another window.
struct CurrentMap {
    devices::MapLocation map;
    QString name; ///< of the file that it is for
};

/// Nothing while no file is open there.
using AskCurrentMap = std::function<std::optional<CurrentMap>()>;

} // namespace cairn::ui
