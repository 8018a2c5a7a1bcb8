#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::model {

/// A tensor of the model, by the name that the model gives it.
struct Weight {
    std::string_view name; ///< without ModelWeights::prefix
    checkpoint::EntryId entry = checkpoint::kNoId;
};

/// Other tensors than those of the model: an optimizer, an average.
struct Beside {
    std::string name;
    std::uint64_t tensors = 0;
};

/// The model in a checkpoint: the tensors that a state_dict of it would have.
struct ModelWeights {
    const checkpoint::Checkpoint* checkpoint = nullptr;
    checkpoint::EntryId group = 0; ///< where they lie
    std::string prefix;            ///< what wraps the model, as "module.": of all names, or of all but a few
    std::vector<Weight> weights;   ///< in file order
    std::vector<Beside> beside;

    [[nodiscard]] const checkpoint::Tensor& tensor(const Weight& weight) const;
    [[nodiscard]] std::span<const std::int64_t> shape(const Weight& weight) const;

    std::deque<std::string> names; ///< those that are not in the checkpoint's text as they are
};

/// Takes the group with most tensors that are none of an optimizer; if it has not even half of them, one that has.
[[nodiscard]] ModelWeights findWeights(const checkpoint::Checkpoint& checkpoint);
/// Those in a group, which may be an average.
[[nodiscard]] ModelWeights weightsIn(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group);

/// What may be a state_dict.
struct StateGroup {
    checkpoint::EntryId group = checkpoint::kNoId;
    std::uint64_t tensors = 0;
};
/// The groups that have at least so many tensors right below them, of pickled modules the outermost, but those of
/// optimizers. The largest first, and of many only some.
[[nodiscard]] std::vector<StateGroup> statesIn(const checkpoint::Checkpoint& checkpoint, std::uint64_t fewestTensors);

} // namespace cairn::model
