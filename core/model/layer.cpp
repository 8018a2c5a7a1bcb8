#include "core/model/layer.h"

#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace cairn::model {

namespace {

using Shape = std::span<const std::int64_t>;

template <std::size_t Count>
bool isOneOf(std::string_view name, const std::array<std::string_view, Count>& names)
{
    return std::ranges::find(names, name) != names.end();
}

/// What a module has itself, by name.
class OwnTensors {
public:
    OwnTensors(const ModuleTree& tree, std::uint32_t module) : m_tree(tree), m_module(tree[module])
    {
        tree.forEachOwn(m_module, [this](std::uint32_t) { ++m_count; });
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::optional<Shape> operator[](std::string_view name) const
    {
        const std::uint32_t found = m_tree.ownNamed(m_module, name);
        return found == kNoModule ? std::nullopt
                                  : std::optional(m_tree.weights().shape(m_tree.weights().weights[found]));
    }
    [[nodiscard]] bool has(std::string_view name) const { return m_tree.ownNamed(m_module, name) != kNoModule; }

private:
    const ModuleTree& m_tree;
    const Module& m_module;
    std::size_t m_count = 0;
};

bool namesEmbedding(const ModuleTree& tree, const Module& module)
{
    const std::string name = inSmallLetters(module.name);
    const bool isIndexed = !name.empty() && std::ranges::all_of(name, isDigit);
    if (isIndexed && module.parent != kNoModule) {
        return namesEmbedding(tree, tree[module.parent]);
    }
    return name != "embed_out" && !name.contains("proj") &&
           (name.contains("emb") || isOneOf<4>(name, {"wte", "wpe", "shared", "relative_attention_bias"}));
}

/// Without a bias the name says little: what Llama calls a layernorm is an RMSNorm.
std::string_view normTitle(std::string_view moduleName, bool hasBias)
{
    const std::string name = inSmallLetters(moduleName);
    if (name.contains("rms")) {
        return "RMSNorm";
    }
    if (!hasBias) {
        return "Norm";
    }
    if (name.contains("layernorm") || name.contains("layer_norm") || name.starts_with("ln_") || name == "ln") {
        return "LayerNorm";
    }
    if (name.contains("groupnorm") || name.contains("group_norm")) {
        return "GroupNorm";
    }
    return "Norm";
}

bool namesNorm(std::string_view moduleName)
{
    const std::string name = inSmallLetters(moduleName);
    return name.contains("norm") || name.starts_with("ln") || name.starts_with("bn") || name.contains("rms");
}

/// weight_ih_l0, weight_hh_l0, ... of torch.nn.LSTM, GRU and RNN, and those of their cells, which have no number.
std::optional<Layer> recurrent(const OwnTensors& own)
{
    const bool isCell = own.has("weight_ih") && own.has("weight_hh");
    const auto input = own[isCell ? "weight_ih" : "weight_ih_l0"];
    const auto hidden = own[isCell ? "weight_hh" : "weight_hh_l0"];
    if (!input || !hidden || input->size() != 2 || hidden->size() != 2 || (*hidden)[1] <= 0) {
        return std::nullopt;
    }
    const std::int64_t gates = (*hidden)[0] / (*hidden)[1];
    const auto projection = own["weight_hr_l0"]; // its hidden state is smaller
    const bool isProjected = projection && projection->size() == 2 && (*projection)[1] > 0;
    const std::int64_t width = isProjected ? (*projection)[1] : (*hidden)[1];
    const std::int64_t kind = isProjected ? (*hidden)[0] / width : gates;
    Layer layer;
    layer.kind = kind == 4 ? LayerKind::Lstm : kind == 3 ? LayerKind::Gru : LayerKind::Rnn;
    if ((kind != 4 && kind != 3 && kind != 1) || (*hidden)[0] != kind * width || (*input)[0] != (*hidden)[0]) {
        return std::nullopt;
    }
    layer.in = (*input)[1];
    layer.out = (*hidden)[1];
    layer.isBidirectional = own.has("weight_ih_l0_reverse");
    while (!isCell && own.has("weight_ih_l" + std::to_string(layer.layers))) {
        ++layer.layers;
    }
    return layer;
}

Layer matrix(const ModuleTree& tree, const Module& module, Shape weight, std::optional<Shape> bias)
{
    Layer layer;
    layer.kind = LayerKind::Linear;
    layer.in = weight[1];
    layer.out = weight[0];
    if (!bias && namesEmbedding(tree, module)) {
        layer.kind = LayerKind::Embedding;
    } else if (bias && bias->size() == 1 && (*bias)[0] == weight[1] && weight[0] != weight[1]) {
        layer.kind = LayerKind::TransposedLinear;
        std::swap(layer.in, layer.out);
    }
    return layer;
}

Layer convolution(Shape weight, std::optional<Shape> bias, std::int64_t width)
{
    Layer layer;
    layer.kind = LayerKind::Conv;
    layer.in = weight[1];
    layer.out = weight[0];
    layer.sizes.assign(weight.begin() + 2, weight.end());
    if (bias && bias->size() == 1 && (*bias)[0] == weight[1] && weight[0] != weight[1]) {
        layer.kind = LayerKind::TransposedConv;
        std::swap(layer.in, layer.out);
    } else if (weight[1] == 1 && weight[0] > 1 && width == weight[0]) {
        layer.kind = LayerKind::DepthwiseConv;
    }
    return layer;
}

/// A layer of which all is in the module itself.
std::optional<Layer> plainLayer(const ModuleTree& tree, const Module& module, const OwnTensors& own, std::int64_t width)
{
    if (auto layer = recurrent(own)) {
        return layer;
    }
    Layer layer;
    if (own.has("running_mean") && own.has("running_var")) {
        const Shape mean = *own["running_mean"];
        layer.kind = LayerKind::BatchNorm;
        layer.out = mean.empty() ? 0 : mean[0];
        return layer;
    }
    if (own.has("qweight") && (own.has("scales") || own.has("qzeros"))) {
        layer.kind = LayerKind::Quantized;
        return layer;
    }
    // Weight norm keeps a weight as two: its direction has the shape.
    const auto direction = own["weight_v"];
    const auto original = own["weight_orig"];
    const auto weight = own.has("weight") ? own["weight"] : direction ? direction : original;
    if (!weight) {
        return std::nullopt;
    }
    const auto bias = own["bias"];
    if (weight->size() == 1) {
        layer.out = (*weight)[0];
        layer.kind = bias || namesNorm(module.name) ? LayerKind::Norm : LayerKind::Scale;
        layer.title =
            layer.kind == LayerKind::Norm ? normTitle(module.name, bias.has_value()) : std::string_view("Scale");
        return layer;
    }
    if (weight->size() == 2) {
        return matrix(tree, module, *weight, bias);
    }
    constexpr std::size_t mostDims = 5;
    if (weight->size() > 2 && weight->size() <= mostDims) {
        return convolution(*weight, bias, width);
    }
    return std::nullopt;
}

/// Whether a module has nothing but what layers of torch.nn are made of.
bool isAllOfLayer(const ModuleTree& tree, const Module& module)
{
    constexpr std::array<std::string_view, 11> names = {
        "running_mean", "running_var", "num_batches_tracked", "qweight", "qzeros", "scales", "g_idx", "weight", "bias",
        "weight_g",     "weight_v"};
    bool isAll = true;
    tree.forEachOwn(module, [&](std::uint32_t own) {
        const std::string_view name = tree.ownName(own);
        const bool isNumbered = name.starts_with("weight_") || name.starts_with("bias_"); // of LSTM, spectral norm
        isAll = isAll && (isNumbered || isOneOf(name, names));
    });
    return isAll;
}

/// The first tensor below a module.
std::optional<Shape> firstShape(const ModuleTree& tree, std::uint32_t id)
{
    while (id != kNoModule) {
        const Module& module = tree[id];
        if (module.firstOwn != kNoModule) {
            return tree.weights().shape(tree.weights().weights[module.firstOwn]);
        }
        id = module.firstChild;
    }
    return std::nullopt;
}

std::optional<Layer> loraLayer(const ModuleTree& tree, const Module& module)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> pairs = {
        {{"lora_A", "lora_B"}, {"lora_down", "lora_up"}, {"lora_embedding_A", "lora_embedding_B"}}};
    for (const auto& [first, second] : pairs) {
        const auto down = firstShape(tree, tree.childNamed(module, first));
        const auto up = firstShape(tree, tree.childNamed(module, second));
        if (down && up && down->size() >= 2 && up->size() >= 2 && (*down)[0] == (*up)[1]) {
            Layer layer;
            layer.kind = LayerKind::Lora;
            layer.rank = (*down)[0];
            layer.in = (*down)[1];
            layer.out = (*up)[0];
            return layer;
        }
    }
    return std::nullopt;
}

/// The shape of the weight of a child, if there is one of two dimensions or more.
std::optional<Shape> childWeight(const ModuleTree& tree, const Module& module, std::string_view name)
{
    const std::uint32_t child = tree.childNamed(module, name);
    if (child == kNoModule) {
        return std::nullopt;
    }
    const auto weight = OwnTensors(tree, child)["weight"];
    return weight && weight->size() >= 2 ? weight : std::nullopt;
}

std::optional<Layer> attention(const ModuleTree& tree, const Module& module, const OwnTensors& own)
{
    Layer layer;
    layer.kind = LayerKind::Attention;
    if (const auto all = own["in_proj_weight"]; all && all->size() == 2 && (*all)[0] == 3 * (*all)[1]) {
        layer.in = layer.out = (*all)[1];
        return layer;
    }
    constexpr std::array<std::array<std::string_view, 3>, 8> separate = {{{"q_proj", "k_proj", "v_proj"},
                                                                          {"query", "key", "value"},
                                                                          {"to_q", "to_k", "to_v"},
                                                                          {"q", "k", "v"},
                                                                          {"wq", "wk", "wv"},
                                                                          {"q_lin", "k_lin", "v_lin"},
                                                                          {"query_proj", "key_proj", "value_proj"},
                                                                          {"linear_q", "linear_k", "linear_v"}}};
    for (const auto& names : separate) {
        const auto q = childWeight(tree, module, names[0]);
        const auto k = childWeight(tree, module, names[1]);
        if (q && k && childWeight(tree, module, names[2])) {
            layer.in = (*q)[1];
            layer.out = (*q)[0];
            layer.keys = (*k)[0] < (*q)[0] ? (*k)[0] : 0;
            return layer;
        }
    }
    for (const std::string_view name : {"qkv", "qkv_proj", "Wqkv", "query_key_value", "c_attn", "in_proj", "to_qkv"}) {
        const auto all = childWeight(tree, module, name);
        if (!all) {
            continue;
        }
        const bool isTransposed = (*all)[1] == 3 * (*all)[0];
        if (isTransposed || (*all)[0] == 3 * (*all)[1]) {
            layer.in = layer.out = (*all)[isTransposed ? 0 : 1];
            return layer;
        }
    }
    return std::nullopt;
}

std::string sizesText(Shape sizes, std::string_view times)
{
    std::string text;
    for (const std::int64_t size : sizes) {
        text += (text.empty() ? "" : std::string(times)) + std::to_string(size);
    }
    return text;
}

std::string flowText(const Layer& layer, const LayerSigns& signs)
{
    return std::to_string(layer.in) + ' ' + std::string(signs.arrow) + ' ' + std::to_string(layer.out);
}

Message recurrentText(const Layer& layer, std::string_view title, const LayerSigns& signs)
{
    const std::string flow = std::string(title) + ' ' + flowText(layer, signs);
    const bool isDeep = layer.layers > 1;
    const std::string layers = std::to_string(layer.layers);
    if (isDeep && layer.isBidirectional) {
        return message("%1, %2 layers, bidirectional", flow, layers);
    }
    return isDeep                  ? message("%1, %2 layers", flow, layers)
           : layer.isBidirectional ? message("%1, bidirectional", flow)
                                   : verbatim(flow);
}

} // namespace

std::string_view layerKindName(LayerKind kind)
{
    switch (kind) {
    case LayerKind::None: break;
    case LayerKind::Linear: return "linear";
    case LayerKind::TransposedLinear: return "transposed linear";
    case LayerKind::Conv: return "conv";
    case LayerKind::TransposedConv: return "transposed conv";
    case LayerKind::DepthwiseConv: return "depthwise conv";
    case LayerKind::Embedding: return "embedding";
    case LayerKind::Norm: return "norm";
    case LayerKind::BatchNorm: return "batch norm";
    case LayerKind::Scale: return "scale";
    case LayerKind::Lstm: return "lstm";
    case LayerKind::Gru: return "gru";
    case LayerKind::Rnn: return "rnn";
    case LayerKind::Attention: return "attention";
    case LayerKind::Lora: return "lora";
    case LayerKind::Quantized: return "quantized";
    case LayerKind::Parameter: return "parameter";
    }
    return {};
}

Layer parameterLayer(Shape shape)
{
    Layer layer;
    layer.kind = LayerKind::Parameter;
    layer.sizes.assign(shape.begin(), shape.end());
    layer.isWhole = true;
    return layer;
}

Layer layerOf(const ModuleTree& tree, std::uint32_t module, std::int64_t width)
{
    const Module& opened = tree[module];
    const OwnTensors own(tree, module);
    if (opened.firstChild == kNoModule) {
        auto layer = plainLayer(tree, opened, own, width);
        if (layer) {
            layer->isWhole = isAllOfLayer(tree, opened);
        }
        return layer.value_or(Layer{});
    }
    if (const auto lora = loraLayer(tree, opened)) {
        return *lora;
    }
    return attention(tree, opened, own).value_or(Layer{});
}

Message layerText(const Layer& layer, const LayerSigns& signs)
{
    const std::string flow = flowText(layer, signs);
    const std::string sizes = sizesText(layer.sizes, signs.times);
    switch (layer.kind) {
    case LayerKind::None: break;
    case LayerKind::Linear: return verbatim("Linear " + flow);
    case LayerKind::TransposedLinear: return message("Linear %1, transposed", flow);
    case LayerKind::Conv: return verbatim("Conv " + sizes + ' ' + flow);
    case LayerKind::TransposedConv: return message("Conv %1 %2, transposed", sizes, flow);
    case LayerKind::DepthwiseConv: return message("Conv %1, depthwise, %2 channels", sizes, std::to_string(layer.out));
    case LayerKind::Embedding:
        return verbatim("Embedding " + std::to_string(layer.out) + ' ' + std::string(signs.times) + ' ' +
                        std::to_string(layer.in));
    case LayerKind::Norm:
    case LayerKind::Scale: return verbatim(std::string(layer.title) + ' ' + std::to_string(layer.out));
    case LayerKind::BatchNorm: return verbatim("BatchNorm " + std::to_string(layer.out));
    case LayerKind::Lstm: return recurrentText(layer, "LSTM", signs);
    case LayerKind::Gru: return recurrentText(layer, "GRU", signs);
    case LayerKind::Rnn: return recurrentText(layer, "RNN", signs);
    case LayerKind::Attention:
        return layer.keys == 0 ? message("attention, width %1", std::to_string(layer.out))
                               : message("attention, width %1, keys and values %2", std::to_string(layer.out),
                                         std::to_string(layer.keys));
    case LayerKind::Lora: return message("LoRA of rank %1, %2", std::to_string(layer.rank), flow);
    case LayerKind::Quantized: return message("quantised weights");
    case LayerKind::Parameter: return sizes.empty() ? message("a single number") : message("Parameter %1", sizes);
    }
    return {};
}

bool isBuffer(const ModuleTree& tree, std::uint32_t weight)
{
    const ModelWeights& weights = tree.weights();
    return checkpoint::isBuffer(*weights.checkpoint, weights.tensor(weights.weights[weight]));
}

} // namespace cairn::model
