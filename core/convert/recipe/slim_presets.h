#pragma once

#include "core/convert/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::convert {

/// Sets of rules that many want, under one name each.
enum class SlimPreset : std::uint8_t {
    DropOptimizer,
    AveragedAsModel, ///< the moving average of the weights (EMA) in the place of the model, and nothing else
    BFloat16         ///< numbers of float32 in half the room
};

/// Whether a recipe has all rules of a preset.
[[nodiscard]] bool hasPreset(const Recipe& recipe, SlimPreset preset);
void setPreset(Recipe& recipe, SlimPreset preset, bool wanted);

/// The rules of a recipe that neither a preset nor a choice of the window stands for, as options of the command line.
[[nodiscard]] std::vector<std::string> rulesBesidePresets(const Recipe& recipe);
/// Takes them out.
void removeRulesBesidePresets(Recipe& recipe);

} // namespace cairn::convert
