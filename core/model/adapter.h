#pragma once

#include "core/base/text/message.h"
#include "core/model/known_models.h"
#include "core/model/model_weights.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::model {

/// A layer that an adapter changes.
struct AdaptedLayer {
    std::string component; ///< of a pipeline: "unet", "text_encoder"; empty: there is one model alone
    std::string path;      ///< of the layer in that model
    std::int64_t out = 0;  ///< of the layer's weight: its first size; 0: not told
    std::int64_t in = 0;   ///< its second
    std::int64_t rank = 0; ///< 0: it has none
};

/// Models that have layers of these names and shapes.
struct AdaptedModels {
    std::string component;
    bool isWhole = true;                    ///< no other layers have such names: the adapter is of all of them
    std::vector<KnownModel> models = {};    ///< in the order of the database
    std::vector<std::string> families = {}; ///< the same without what differs in their heads alone
};

/// What was trained beside a model that stays as it is: LoRA and the like.
struct Adapter {
    std::string_view method; ///< "LoRA", "DoRA", "LoHa", ...
    std::string_view form; ///< whose names these are: "PEFT", "diffusers", "kohya", "LoRA-ViT"; empty: of none of them
    std::vector<AdaptedLayer> layers;
    std::vector<std::string> whole;    ///< tensors that are no part of it: of layers that were trained as they are
    std::vector<AdaptedModels> models; ///< of each component for which there are any
    std::uint64_t tensors = 0;         ///< of the adapter itself

    /// Whether it is there alone, and not in a model with all of its weights.
    [[nodiscard]] bool isAlone() const { return whole.size() * 2 <= tensors; }
    /// The last words of the paths, each once: "q_proj", "v_proj".
    [[nodiscard]] std::vector<std::string> layerNames() const;
    /// The smallest and the largest rank; nothing if there is none.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> ranks() const;
    /// That of the model, as far as what its attention takes tells it.
    [[nodiscard]] std::optional<std::int64_t> hiddenSize() const;
};

/// Whether a name is one of what an adapter puts beside a layer, or of a copy of one that PEFT trains as a whole.
[[nodiscard]] bool isOfAdapter(std::string_view name);

/// Nothing if there is none.
[[nodiscard]] std::optional<Adapter> adapterIn(const ModelWeights& weights, const KnownModels& known);

/// "LoRA adapter (PEFT), rank 8, on 64 layers: q_proj and v_proj; these are the layers of transformers Llama 7b".
[[nodiscard]] Message adapterText(const Adapter& adapter);

} // namespace cairn::model
