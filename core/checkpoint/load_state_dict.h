#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// The group of a checkpoint that is most likely a state_dict: the one with the most tensors of the model right below
/// it, the first of several. kNoId if no group has a tensor.
[[nodiscard]] EntryId largestStateDict(const Checkpoint& checkpoint);

/// A group of a checkpoint that is read as a state_dict.
struct StateDict {
    const Checkpoint* checkpoint = nullptr;
    EntryId group = kNoId;
};

/// What load_state_dict(strict=True) of a model with the tensors of `model` raises for `loaded`, word for word; empty
/// if it loads. `className` is the model's. Modules are taken from the dots in keys.
[[nodiscard]] std::string loadStateDictMessage(const StateDict& model, const StateDict& loaded,
                                               std::string_view className = "Model");

} // namespace cairn::checkpoint
