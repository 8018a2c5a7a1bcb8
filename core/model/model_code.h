#pragma once

#include "core/model/model_weights.h"
#include "core/model/recognition.h"

#include <optional>
#include <string>
#include <string_view>

namespace cairn::model {

/// The Python that makes a model: the code of the database with the variables that were found.
[[nodiscard]] std::string makingCode(const KnownModel& model, const Fit& fit);
/// The line that imports what this code takes.
[[nodiscard]] std::string importingCode(const KnownModel& model);

/// Python that gives a state_dict of a file.
struct StateCode {
    std::string imports;
    std::string state; ///< an expression
};
/// Nothing for a format that torch and safetensors do not load, for what weights_only refuses, and where the state is
/// no dict that keys lead to.
[[nodiscard]] std::optional<StateCode> stateCode(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group);
/// Why there is none; empty if there is.
[[nodiscard]] Message whyNoStateCode(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group);

/// A program that makes the first model that was recognised and loads the file into it; empty where the model does not
/// fit as a whole, or the file is of a format that torch and safetensors do not load.
[[nodiscard]] std::string loadingCode(const ModelWeights& weights, const Recognition& recognition);

} // namespace cairn::model
