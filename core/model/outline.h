#pragma once

#include "core/base/error.h"
#include "core/model/layer.h"
#include "core/model/model_weights.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::model {

/// A part of a model: a layer, a module of others, or several that are alike.
struct Part {
    std::string name;    ///< in the part that it is in; modules that hold one other alone are put together: "attn.qkv"
    std::string numbers; ///< of several that are alike: "0-11"; empty where the name says it
    std::uint64_t times = 1;
    Layer layer;
    std::uint64_t parameters = 0; ///< all of this in all that are alike
    std::uint64_t buffers = 0;
    std::uint64_t tensors = 0;
    std::uint64_t bytes = 0;
    checkpoint::EntryId entry = checkpoint::kNoId; ///< its first tensor
    std::vector<Part> parts;                       ///< of those that are alike, the parts of the first
};

/// What a model is made of, as the names and shapes of its tensors tell.
struct Outline {
    std::string place; ///< the group that the model is in, as "state_dict"; empty: the whole file
    std::string prefix;
    std::vector<Beside> beside;
    Part model;
    std::vector<Issue> issues; ///< numbers that are missing
};

[[nodiscard]] Outline outlineOf(const checkpoint::Checkpoint& checkpoint);
[[nodiscard]] Outline outlineOf(const ModelWeights& weights, const ModuleTree& tree);

} // namespace cairn::model
