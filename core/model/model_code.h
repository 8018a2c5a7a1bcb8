#pragma once

#include "core/model/model_weights.h"
#include "core/model/recognition.h"

#include <string>

namespace cairn::model {

/// The Python that makes a model: the code of the database with the variables that were found.
[[nodiscard]] std::string makingCode(const KnownModel& model, const Fit& fit);

/// A program that makes the first model that was recognised and loads the file into it; empty where the model does not
/// fit as a whole, or the file is of a format that torch and safetensors do not load.
[[nodiscard]] std::string loadingCode(const ModelWeights& weights, const Recognition& recognition);

} // namespace cairn::model
