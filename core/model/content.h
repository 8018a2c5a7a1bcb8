#pragma once

#include "core/model/adapter.h"
#include "core/model/outline.h"
#include "core/model/recognition.h"
#include "core/model/same_names.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::model {

enum class ContentKind : std::uint8_t {
    Model,        ///< one that is not known
    Adapter,      ///< LoRA and the like
    AdaptedModel, ///< a model with that in it
    Embedding,    ///< a textual inversion
    Prompt,       ///< what PEFT puts before the words
    Optimizer,    ///< its state alone
    Schedule,     ///< of the learning rate
    RandomState,  ///< of generators of random numbers
    Program,      ///< of torch.jit or torch.export, without weights
    Object,       ///< of a class, and no model
    Tensor,       ///< by itself
    Tensors,      ///< of no layer that is known
    Nothing,      ///< no tensor of a model
};

/// What is in a file, where it is no model that is known by name: as far as its names, shapes and classes tell.
struct Content {
    ContentKind kind = ContentKind::Nothing;
    Message text = {}; ///< a line, which says that no model is known where that is so
    std::optional<Adapter> adapter = {};
    SameNames sameNames = {}; ///< of a model: what it is made like
};

/// "adapter", "model", ...: the words of JSON.
[[nodiscard]] std::string_view contentName(ContentKind kind);

[[nodiscard]] Content contentOf(const ModuleTree& tree, const Outline& outline, const KnownModels& known);

/// What a file is.
struct Identity {
    Outline outline;
    Recognition recognition;
    Content content; ///< where no model is known by name

    /// "timm vit_base_patch16_224, 10 classes; all 152 keys fit", or what is in it
    [[nodiscard]] Message line() const;
};

[[nodiscard]] Identity identify(const ModuleTree& tree);

} // namespace cairn::model
