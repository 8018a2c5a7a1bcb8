#pragma once

#include "core/base/text/message.h"
#include "core/model/known_models.h"
#include "core/model/module_tree.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn::model {

/// How a model that is known and the tensors of a checkpoint go together. Names are those of the known model.
struct Fit {
    std::uint32_t kind = 0;                                           ///< index of KnownModels::kinds()
    std::uint64_t fitting = 0;                                        ///< tensors of its names and shapes
    std::vector<std::pair<std::string_view, std::int64_t>> variables; ///< such as the number of classes
    bool isWithoutHead = false; ///< what depends on the number of classes is not there
    std::vector<std::string> missing;
    std::vector<std::string> unexpected;
    std::vector<std::string> otherShapes;
    std::vector<std::string> ignored; ///< missing or unexpected, and of no importance: isOptionalTensor(), tied ones

    [[nodiscard]] std::size_t differences() const { return missing.size() + unexpected.size() + otherShapes.size(); }
};

/// A model that is known by name.
struct Recognition {
    enum class Kind : std::uint8_t {
        None,
        Fits,    ///< all tensors have the names and shapes of the model
        Closest, ///< nearly all have
    };

    Kind kind = Kind::None;
    std::string prefix;             ///< of the names, as "model."; empty: the model is all of it
    std::uint64_t outside = 0;      ///< tensors that do not have it
    std::vector<KnownModel> models; ///< all that have these names and shapes, those of the first library first
    Fit fit;                        ///< of the first of them
};

[[nodiscard]] Recognition recognise(const ModuleTree& tree, const KnownModels& known);

/// What lies in another group of the same file.
struct OtherModel {
    std::string place;
    Recognition recognition;
};
/// Models that are known, too, in other state_dicts than the one that was taken: a teacher, an average.
[[nodiscard]] std::vector<OtherModel> otherModels(const ModelWeights& taken, const KnownModels& known);

/// "timm vit_base_patch16_224, 10 classes" of the name of a model.
[[nodiscard]] Message withVariables(Message text, const Fit& fit);

/// "timm vit_base_patch16_224, 10 classes; all 152 keys fit"; empty for None. A list of models is cut off.
[[nodiscard]] Message recognitionText(const Recognition& recognition);

} // namespace cairn::model
