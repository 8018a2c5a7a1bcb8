#pragma once

#include "core/model/known_models.h"
#include "core/model/module_tree.h"

#include <string>
#include <vector>

namespace cairn::model {

/// What a model is made like whose sizes are none that are known.
struct SameNames {
    std::string prefix;             ///< of the names, as "model."; empty: they are the same as they stand
    std::vector<KnownModel> models; ///< in the order of the database
    /// "transformers GPT2LMHeadModel": what is in the names of several sizes, each once.
    std::vector<std::string> titles;
};

/// Known models whose tensors have the same names and as many dimensions, however many blocks there are. None where few
/// names would say too little.
[[nodiscard]] SameNames modelsOfSameNames(const ModuleTree& tree, const KnownModels& known);

} // namespace cairn::model
