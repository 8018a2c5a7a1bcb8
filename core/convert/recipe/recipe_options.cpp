#include "core/convert/recipe/recipe_options.h"

#include "core/base/text/shell_word.h"
#include "core/devices/map/map_edit.h"

namespace cairn::convert {

namespace {

/// By rules alone: what a device or a table means to the letter, only a file can say.
std::optional<std::string> ruleOptions(const devices::MapLocation& map)
{
    if (map.rules().empty()) {
        return std::nullopt;
    }
    std::string text;
    for (const devices::MapRule& rule : map.rules()) {
        const auto option = devices::mapOption(rule);
        if (!option) {
            return std::nullopt;
        }
        text += " --map " + shellWord(*option);
    }
    return text;
}

} // namespace

std::optional<std::string> optionsFor(const Recipe& recipe, const std::string& mapFile)
{
    std::string text;
    if (recipe.container != Container::Keep) {
        text.append(" --to ").append(kContainerWords[static_cast<std::size_t>(recipe.container)]);
    }
    if (recipe.map && !mapFile.empty()) {
        text += " --map-file " + shellFile(mapFile);
    } else if (recipe.map && *recipe.map != devices::MapLocation::everythingTo("cpu")) {
        const auto maps = ruleOptions(*recipe.map);
        if (!maps) {
            return std::nullopt;
        }
        text += *maps;
    }
    text += recipe.averages ? " --ema" : "";
    text += recipe.dropOptimizer ? " --drop-optimizer" : "";
    bool hasNames = recipe.dropOptimizer;
    const auto addRules = [&](const char* option, const std::vector<std::string>& rules) {
        hasNames |= !rules.empty();
        for (const std::string& rule : rules) {
            text += std::string(option) + shellWord(rule);
        }
    };
    addRules(" --keep ", recipe.keep);
    addRules(" --drop ", recipe.drop);
    addRules(" --rename ", recipe.renames);
    addRules(" --cast ", recipe.casts);
    if (recipe.fp8Scales) {
        text.append(" --fp8-scales ").append(wordOf(*recipe.fp8Scales));
    }
    addRules(" --tie ", recipe.ties);
    text += hasNames ? " --lenient" : ""; // as a recipe is: not every rule has to match in every file
    if (!recipe.shardSize.empty()) {
        text += " --shard-size " + shellWord(recipe.shardSize);
    }
    if (recipe.files != 0) {
        text += " --files " + std::to_string(recipe.files);
    }
    text += recipe.compact ? " --compact" : "";
    text += recipe.mapDevices ? " --map-devices" : "";
    text += recipe.clone ? " --clone" : "";
    text += recipe.dropOthers ? " --drop-others" : "";
    text += recipe.verify ? " --verify" : "";
    return text;
}

} // namespace cairn::convert
