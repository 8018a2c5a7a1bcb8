#pragma once

#include "core/checkpoint/load_state_dict.h"
#include "core/model/known_models.h"
#include "core/model/model_weights.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cairn::model {

/// The keys of a model that a state_dict is to be loaded into.
struct ModelKeys {
    Message title;
    std::string className = "Model";
    checkpoint::StateKeys state = {};
    std::unordered_set<std::string> spare = {}; ///< keys that a model makes itself: a tied weight, positions, masks
    std::string imports = {};                   ///< of what makes it
    std::string making = {};                    ///< Python that makes the model; empty if it is not known
    /// Whether that has usual numbers of classes and channels, as nothing tells which.
    bool isOfUsualSizes = false;
    bool isList = false;      ///< of names: what is tied in the model, it does not tell
    std::size_t repeated = 0; ///< keys that stand in the list more than once
};

/// The state_dict in a checkpoint, with its place there.
struct FoundState {
    checkpoint::EntryId group = 0;
    checkpoint::StateKeys state;     ///< by the names that it has in the group
    std::vector<std::string> beside; ///< other groups with tensors: an optimizer, a teacher
};
[[nodiscard]] FoundState stateOf(const checkpoint::Checkpoint& checkpoint);
[[nodiscard]] FoundState stateOf(const ModelWeights& weights);

/// What a file is that has no model, but what a training keeps beside it; nothing for others.
[[nodiscard]] std::optional<Error> whyNoModel(const checkpoint::Checkpoint& checkpoint);

[[nodiscard]] ModelKeys keysOfCheckpoint(const checkpoint::Checkpoint& checkpoint);

/// Of a text that people make with a line of Python: a JSON object of names and shapes, a list of names, or a line for
/// each key, with its shape behind the name or without.
[[nodiscard]] Result<ModelKeys> keysOfText(std::string_view text, std::string_view title);

/// Of a file: what became of opening it as a checkpoint, or else the keys in its text.
[[nodiscard]] Result<ModelKeys> keysOfFile(const std::string& path, Result<checkpoint::CheckpointPtr> opened);

/// A number for a variable of a known model, as {"classes", 10}.
using Variables = std::vector<std::pair<std::string, std::int64_t>>;

/// How a model is made.
struct KnownWay {
    std::uint32_t kind = 0; ///< index of KnownModels::kinds()
    KnownModel model;
};
/// A model that somebody named. There may be several ways: the heads of some are as wide as there are classes, but no
/// narrower than one number, and no wider than another.
struct NamedModel {
    std::vector<KnownWay> ways;
};
/// "torchvision/resnet50", or "resnet50" where only one library has it. Usage if there is no such model.
/// Where only the class is named, its sizes are told, those that `weights` fit best first.
[[nodiscard]] Result<NamedModel> modelNamed(const KnownModels& known, std::string_view name,
                                            const ModelWeights& weights = {});

/// Sizes that are not given are those that `weights` fit best.
[[nodiscard]] Result<ModelKeys> keysOfKnownModel(const KnownModels& known, const NamedModel& named,
                                                 const ModelWeights& weights, const Variables& given);

} // namespace cairn::model
