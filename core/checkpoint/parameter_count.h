#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

/// How many numbers a checkpoint holds: those of the model, and those that are kept about them.
struct ParameterCount {
    std::uint64_t parameters = 0;       ///< without buffers
    std::uint64_t averagedElements = 0; ///< of averagedWeights(), without buffers
    std::uint64_t optimizerElements = 0;
};

[[nodiscard]] ParameterCount countParameters(const Checkpoint& checkpoint);

/// "optimizer", "optimizer_states", "Adam_optimiser", "d_optim": what people call the state of an optimizer.
[[nodiscard]] bool namesOptimizer(std::string_view key);

/// For each entry 1 if it belongs to what an optimizer keeps, else 0. An optimizer is known by its name, or, as what
/// state_dict() gives, by the keys "state" and "param_groups".
[[nodiscard]] LargeVector<std::uint8_t> optimizerRows(const Checkpoint& checkpoint);

/// A copy of the weights that follows them while they are trained, their moving average (EMA).
struct AveragedWeights {
    /// The one of `names` that is no average, but what was trained: the averages are in its place. Empty: none.
    std::string trained;
    LargeVector<std::uint8_t> rows;   ///< for each tensor's entry 1 if it belongs to one, else 0
    std::vector<std::string> names;   ///< of what the copies are in: "model_ema", "state_dict.ema_model"
    std::vector<std::string> holders; ///< of each: the outermost group around it that is called so, too, or it itself
    std::vector<std::pair<EntryId, EntryId>> copies; ///< each tensor's entry with that of the weight that it follows
    /// Of each, the group that it follows, and others that have such weights, too, if its name does not tell which;
    /// empty where what it follows is in several groups.
    std::vector<std::vector<std::string>> followed;
    /// What is named so and is none, with the entry of the first tensor that has no weight of its name and shape.
    std::vector<std::pair<std::string, EntryId>> notCopies;
};

/// What is named as such a copy, if the file has the weights as well: tensors of the same names and shapes elsewhere,
/// in a group that is not left out.
[[nodiscard]] AveragedWeights averagedWeights(const Checkpoint& checkpoint,
                                              const std::function<bool(std::string_view)>& isLeftOut = {});

/// Whether a tensor is the state of a generator of random numbers, which trainings keep beside their models.
[[nodiscard]] bool isRandomState(const Checkpoint& checkpoint, const Tensor& tensor);

/// For each entry 1 if it is no model that is trained: an optimizer's, or in one of these copies, which are its own.
[[nodiscard]] LargeVector<std::uint8_t> rowsBesideModel(const Checkpoint& checkpoint, const AveragedWeights& averages);
[[nodiscard]] LargeVector<std::uint8_t> rowsBesideModel(const Checkpoint& checkpoint);

/// Whether a model keeps a tensor without training it, as far as its name tells: a state_dict does not tell them apart.
[[nodiscard]] bool isBuffer(const Checkpoint& checkpoint, const Tensor& tensor);

} // namespace cairn::checkpoint
