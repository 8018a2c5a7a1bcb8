#include "core/convert/recipe/slim_presets.h"

#include "core/base/text/shell_word.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::convert {

namespace {

using Rules = std::vector<std::string>;

constexpr std::array<SlimPreset, 3> kPresets = {SlimPreset::DropOptimizer, SlimPreset::AveragedAsModel,
                                                SlimPreset::BFloat16};

/// The lists of rules of a recipe, with their options.
constexpr std::array<std::pair<const char*, Rules Recipe::*>, 4> kLists = {
    {{"--keep", &Recipe::keep}, {"--drop", &Recipe::drop}, {"--rename", &Recipe::renames}, {"--cast", &Recipe::casts}}};

Recipe rulesOf(SlimPreset preset)
{
    Recipe rules;
    switch (preset) {
    case SlimPreset::DropOptimizer: rules.dropOptimizer = true; break;
    case SlimPreset::AveragedAsModel: rules.averages = true; break;
    case SlimPreset::BFloat16: rules.casts = {"float32=bfloat16"}; break;
    }
    return rules;
}

bool contains(const Rules& rules, const std::string& rule)
{
    return std::ranges::find(rules, rule) != rules.end();
}

/// Whether one of the presets that the recipe has stands for a rule.
bool isOfPreset(const Recipe& recipe, Rules Recipe::* list, const std::string& rule)
{
    return std::ranges::any_of(kPresets, [&](SlimPreset preset) {
        return hasPreset(recipe, preset) && contains(rulesOf(preset).*list, rule);
    });
}

} // namespace

bool hasPreset(const Recipe& recipe, SlimPreset preset)
{
    const Recipe rules = rulesOf(preset);
    return (recipe.averages || !rules.averages) && (recipe.dropOptimizer || !rules.dropOptimizer) &&
           std::ranges::all_of(kLists, [&](const auto& list) {
               return std::ranges::all_of(rules.*list.second,
                                          [&](const std::string& rule) { return contains(recipe.*list.second, rule); });
           });
}

void setPreset(Recipe& recipe, SlimPreset preset, bool wanted)
{
    const Recipe rules = rulesOf(preset);
    for (const auto& [option, list] : kLists) {
        for (const std::string& rule : rules.*list) {
            std::erase(recipe.*list, rule);
            if (wanted) {
                (recipe.*list).push_back(rule);
            }
        }
    }
    recipe.averages = rules.averages ? wanted : recipe.averages;
    recipe.dropOptimizer = rules.dropOptimizer ? wanted : recipe.dropOptimizer;
}

std::vector<std::string> rulesBesidePresets(const Recipe& recipe)
{
    std::vector<std::string> others;
    for (const auto& [option, list] : kLists) {
        for (const std::string& rule : recipe.*list) {
            if (!isOfPreset(recipe, list, rule)) {
                others.push_back(std::string(option) + " " + shellWord(rule));
            }
        }
    }
    if (recipe.compact) {
        others.emplace_back("--compact");
    }
    if (recipe.mapDevices) {
        others.emplace_back("--map-devices");
    }
    if (!recipe.shardSize.empty()) {
        others.push_back("--shard-size " + shellWord(recipe.shardSize));
    }
    if (recipe.fp8Scales) {
        others.push_back("--fp8-scales " + std::string(wordOf(*recipe.fp8Scales)));
    }
    return others;
}

void removeRulesBesidePresets(Recipe& recipe)
{
    Recipe left = recipe;
    for (const auto& [option, list] : kLists) {
        std::erase_if(left.*list,
                      [&, part = list](const std::string& rule) { return !isOfPreset(recipe, part, rule); });
    }
    left.fp8Scales.reset();
    left.compact = false;
    left.mapDevices = false;
    left.shardSize.clear();
    recipe = std::move(left);
}

} // namespace cairn::convert
