#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/recipe/recipe.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_output.h"

#include <string>

namespace cairn::convert {

// What a recipe means for one file: one answer for every program that follows it.

/// Which of the conversions writes the copy.
enum class Route : std::uint8_t {
    Tags,     ///< retag(): another tag here and there, all else byte for byte
    Values,   ///< writeRewrite(): the pickle written anew
    Tensors,  ///< writeOutput(): the tensors alone
    HasNoTags ///< none: safetensors loads anywhere as it is
};

/// `target`: the copy, whose name tells the format where the recipe does not.
[[nodiscard]] Route routeFor(const Recipe& recipe, const checkpoint::Checkpoint& source, const std::string& target);

/// Usage, if the name of that copy says another format than it will have.
[[nodiscard]] Result<void> checkTarget(const Recipe& recipe, Route route, const checkpoint::Checkpoint& source,
                                       const std::string& target);

/// A file that is to be copied.
struct InputFile {
    std::string path;
    std::string below; ///< the folder it lies in, from the folder that was named; empty: it was named itself
};

/// Where the copy of a file goes if nothing is there yet: of one in a tree, `below` its top, into the same folder of a
/// tree of copies. That of a file elsewhere is called as the file is there.
[[nodiscard]] std::string targetFor(const Recipe& recipe, const std::string& source, const std::string& below = {});

// The rules of a recipe for each of the conversions. They can fail only if checkRecipe() does, and where
// averages or scales are asked for.
/// Adds to the refusal of tensors that nothing else goes with: most who name a .safetensors for a training want the
/// weights of its model.
[[nodiscard]] Error withWayOut(Error refused, const checkpoint::Checkpoint& source, const TensorSet& set,
                               const Recipe& recipe);

[[nodiscard]] Result<RewriteRules> rewriteRules(const Recipe& recipe, const checkpoint::Checkpoint& source);
[[nodiscard]] Result<TensorRules> tensorRules(const Recipe& recipe, const checkpoint::Checkpoint& source);
[[nodiscard]] Result<OutputRules> outputRules(const Recipe& recipe, const std::string& target);

[[nodiscard]] inline DeviceObjects deviceObjects(const Recipe& recipe)
{
    return recipe.mapDevices ? DeviceObjects::Map : DeviceObjects::Keep;
}

/// Whether the copy of a plan would say nothing that its source does not.
[[nodiscard]] bool changesNothing(const checkpoint::Checkpoint& source, const RewritePlan& plan);

/// The same, but for the container.
[[nodiscard]] bool changesNoValue(const RewritePlan& plan);

/// The same of a file that is written tensor by tensor: it is safetensors with these names, dtypes and metadata
/// already.
[[nodiscard]] bool changesNothing(const checkpoint::Checkpoint& source, const TensorSet& set, const OutputPlan& plan);

} // namespace cairn::convert
