#include "app/cli/common/map_options.h"

#include "app/cli/common/help_formatter.h"
#include "app/cli/common/usage_error.h"
#include "core/devices/map/map_file.h"

#include <CLI/CLI.hpp>

namespace cairn::cli {

using devices::MapKind;
using devices::MapLocation;
using devices::MapRule;

void addMapOptions(CLI::App& command, MapOptions& options)
{
    addRepeatable(command, "--map", options.maps, "Send storages saved on FROM to TO; may be repeated. See MAPS.")
        ->option_text("FROM=TO");
    command.add_option("--map-file", options.file, "Take the map from a *.devicemap.json file.")
        ->option_text("FILE")
        ->group(kRareOptions);
}

Result<std::optional<MapLocation>> readMap(const MapOptions& options)
{
    std::optional<MapLocation> map;
    if (!options.file.empty()) {
        CAIRN_ASSIGN(fromFile, devices::readMapFile(options.file));
        map = std::move(fromFile);
    }
    if (options.maps.empty()) {
        return map;
    }
    std::vector<MapRule> rules;
    for (const std::string& text : options.maps) {
        CAIRN_ASSIGN(rule, devices::parseMapOption(text));
        rules.push_back(std::move(rule));
    }
    if (map) {
        if (map->kind() != MapKind::Rules) {
            return fail(error(ErrorCode::Usage, message("--map adds rules, but the map of --map-file has none"))
                            .in(options.file)
                            .fix(message("Use one of the two")));
        }
        rules.insert(rules.end(), map->rules().begin(), map->rules().end());
    }
    return MapLocation(std::move(rules));
}

} // namespace cairn::cli
