#pragma once

#include "core/convert/recipe/recipe.h"

#include <string>

namespace cairn::convert {

// *.cairn-recipe.json: a Recipe as a file.

inline constexpr std::string_view kRecipeEnding = ".cairn-recipe.json";

[[nodiscard]] Result<Recipe> parseRecipe(std::string text);
/// Reads the file; errors name it and the line.
[[nodiscard]] Result<Recipe> readRecipe(const std::string& path);
/// The text of such a file: a line for each thing that differs from what a recipe means without it, and for those that
/// everybody looks for.
[[nodiscard]] std::string recipeText(const Recipe& recipe);

/// Writes it, in the place of a file that is there.
[[nodiscard]] Result<void> writeRecipe(const std::string& path, const Recipe& recipe);

} // namespace cairn::convert
