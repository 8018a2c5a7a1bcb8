#pragma once

#include "core/convert/recipe/recipe.h"

#include <optional>
#include <string>

namespace cairn::convert {

/// The options of `cairn-cli convert` that say the same as a recipe, as a shell takes them, but for where the copy
/// goes. `mapFile`: a file with its map. Nothing if the map has rules that fit into no option and there is no such
/// file.
[[nodiscard]] std::optional<std::string> optionsFor(const Recipe& recipe, const std::string& mapFile = {});

} // namespace cairn::convert
