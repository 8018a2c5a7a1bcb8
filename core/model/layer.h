#pragma once

#include "core/base/text/message.h"
#include "core/model/module_tree.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cairn::model {

enum class LayerKind : std::uint8_t {
    None, ///< a module of others
    Linear,
    TransposedLinear, ///< its weight is in × out, as GPT-2 has it
    Conv,
    TransposedConv,
    DepthwiseConv,
    Embedding,
    Norm, ///< LayerNorm, GroupNorm, RMSNorm: their shapes are the same
    BatchNorm,
    Scale,
    Lstm,
    Gru,
    Rnn,
    Attention,
    Lora,
    Quantized,
    Parameter, ///< a tensor of no layer that is known
};

/// "linear", "conv", ...: the words of JSON; empty for None.
[[nodiscard]] std::string_view layerKindName(LayerKind kind);

/// What a module is, as names and shapes in it tell.
struct Layer {
    LayerKind kind = LayerKind::None;
    std::string_view title; ///< of a norm: "LayerNorm" where its name says so
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::vector<std::int64_t> sizes; ///< of the kernel; of a parameter its shape
    std::int64_t layers = 1;         ///< of LSTM and the like
    std::int64_t rank = 0;           ///< of LoRA
    std::int64_t keys = 0;           ///< attention: the width of its keys, where it is less than that of its queries
    bool isBidirectional = false;
    bool isWhole = false; ///< all tensors in the module are of this layer: there is nothing to be opened
};

/// `width`: that of the layer before, by which a depthwise convolution is known; 0: none.
[[nodiscard]] Layer layerOf(const ModuleTree& tree, std::uint32_t module, std::int64_t width);
/// A tensor by itself.
[[nodiscard]] Layer parameterLayer(std::span<const std::int64_t> shape);

/// Signs that not every terminal has.
struct LayerSigns {
    std::string_view arrow = "→";
    std::string_view times = "×";
};

/// "Linear 768 → 3072", "Conv 3×3 64 → 128"; empty for None.
[[nodiscard]] Message layerText(const Layer& layer, const LayerSigns& signs = {});

/// A tensor that training does not change: the statistics of a batch norm, or what is told to be a buffer.
[[nodiscard]] bool isBuffer(const ModuleTree& tree, std::uint32_t weight);

} // namespace cairn::model
