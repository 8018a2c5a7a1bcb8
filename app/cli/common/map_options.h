#pragma once

#include "core/base/error.h"
#include "core/devices/map/map_location.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cairn::cli {

/// What --map and --map-file say.
struct MapOptions {
    std::vector<std::string> maps;
    std::string file;

    [[nodiscard]] bool empty() const { return maps.empty() && file.empty(); }
};

void addMapOptions(CLI::App& command, MapOptions& options);

/// The map they make; nothing when there is neither. Rules of --map come before those of the file.
[[nodiscard]] Result<std::optional<devices::MapLocation>> readMap(const MapOptions& options);

} // namespace cairn::cli
