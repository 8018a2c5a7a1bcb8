#include "core/model/content.h"

#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"
#include "core/model/model_text.h"

#include <algorithm>
#include <array>

namespace cairn::model {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Loader;

namespace {

const Entry* childNamed(const Checkpoint& checkpoint, const Entry& group, std::string_view name)
{
    const auto below = checkpoint.entries().subspan(group.firstChild, group.childCount);
    const auto found = std::ranges::find_if(below, [&](const Entry& one) { return checkpoint.keyView(one) == name; });
    return found == below.end() ? nullptr : &*found;
}

bool has(const Checkpoint& checkpoint, std::string_view name)
{
    return childNamed(checkpoint, checkpoint.entries().front(), name) != nullptr;
}

/// The class of the object that a file is: nothing for what only holds others, as a dictionary.
std::string className(const Checkpoint& checkpoint)
{
    const Entry& root = checkpoint.entries().front();
    std::string name(root.kind == EntryKind::Group ? checkpoint.typeName(root) : std::string_view());
    const bool isProgram = checkpoint.traits().loader == Loader::TorchJitLoad;
    // "__torch__.___torch_mangle_3.Net", as torch.jit calls the class Net.
    if (isProgram) {
        std::string cleaned;
        for (std::size_t begin = 0; begin < name.size();) {
            const std::size_t end = std::min(name.find('.', begin), name.size());
            const std::string word = name.substr(begin, end - begin);
            begin = end + 1;
            if (word != "__torch__" && !word.starts_with("___torch_mangle_") && !name.starts_with("torch.jit.")) {
                cleaned += (cleaned.empty() ? "" : ".") + word;
            }
        }
        return cleaned;
    }
    const bool isOfModule = name.contains('.') && !name.ends_with("OrderedDict") && !name.starts_with("torch.export") &&
                            !name.starts_with("torch.distributed") && !name.starts_with("numpy.");
    return isOfModule ? name : std::string();
}

/// Which optimizer keeps such a state, as far as its tensors tell.
std::string_view optimizerName(const Checkpoint& checkpoint, const Entry& state)
{
    if (state.childCount == 0) {
        return {};
    }
    const Entry& first = checkpoint.entries()[state.firstChild];
    const auto keeps = [&](std::string_view name) { return childNamed(checkpoint, first, name) != nullptr; };
    return keeps("exp_avg_sq")        ? "Adam(W)"
           : keeps("square_avg")      ? "RMSprop"
           : keeps("momentum_buffer") ? "SGD"
           : keeps("sum")             ? "Adagrad"
                                      : "";
}

Content ofOptimizer(const Checkpoint& checkpoint)
{
    const Entry* state = childNamed(checkpoint, checkpoint.entries().front(), "state");
    const std::string parameters = groupedDigits(state->childCount);
    const std::string_view name = optimizerName(checkpoint, *state);
    if (state->childCount == 0) {
        return {.kind = ContentKind::Optimizer, .text = message("The state of an optimizer that has not begun")};
    }
    return {.kind = ContentKind::Optimizer,
            .text = name.empty() ? message("The state of an optimizer, of %1 parameters", parameters)
                                 : message("The state of an optimizer such as %1, of %2 parameters", name, parameters)};
}

/// What a file without weights is.
Content withoutWeights(const Checkpoint& checkpoint)
{
    const std::string name = className(checkpoint);
    const Loader loader = checkpoint.traits().loader;
    if (loader == Loader::TorchJitLoad || loader == Loader::ExportLoad) {
        return {.kind = ContentKind::Program,
                .text = name.empty() ? message("A program without weights")
                                     : message("A program without weights, of the class %1", name)};
    }
    if (has(checkpoint, "state") && has(checkpoint, "param_groups")) {
        return ofOptimizer(checkpoint);
    }
    if (has(checkpoint, "last_epoch") && (has(checkpoint, "_step_count") || has(checkpoint, "base_lrs"))) {
        return {.kind = ContentKind::Schedule, .text = message("The state of a schedule of the learning rate")};
    }
    if (!name.empty()) {
        return {.kind = ContentKind::Object,
                .text = name.ends_with("TrainingArguments")
                            ? message("The arguments of a training: an object of the class %1", name)
                            : message("An object of the class %1, without weights", name)};
    }
    const auto optimizers = checkpoint::optimizerRows(checkpoint);
    if (std::ranges::find(optimizers, std::uint8_t{1}) != optimizers.end()) {
        return {.kind = ContentKind::Optimizer, .text = message("The state of a training, without its model")};
    }
    return {.kind = ContentKind::Nothing, .text = kNoModelText};
}

/// States of generators are bytes, of sizes that nothing else has.
bool isRandomStates(const ModelWeights& weights)
{
    const Checkpoint& checkpoint = *weights.checkpoint;
    constexpr std::array<std::int64_t, 3> sizes = {16, 816, 5056}; // of CUDA, older CUDA, the CPU
    bool hasLarge = false;
    for (const Weight& weight : weights.weights) {
        const auto shape = weights.shape(weight);
        if (weights.tensor(weight).dtype != formats::Dtype::UInt8 || shape.size() != 1 ||
            std::ranges::find(sizes, shape[0]) == sizes.end()) {
            return false;
        }
        hasLarge =
            hasLarge || shape[0] == sizes.back() || checkpoint::isRandomState(checkpoint, weights.tensor(weight));
    }
    return hasLarge;
}

/// Vectors that stand for words, as textual inversion learns them; nothing for other tensors.
std::optional<Content> embedding(const ModelWeights& weights)
{
    constexpr std::size_t most = 64;
    constexpr std::size_t mostNames = 3;
    if (weights.weights.empty() || weights.weights.size() > most) {
        return std::nullopt;
    }
    const std::string place = weights.checkpoint->entryName(weights.group);
    std::vector<std::string> names;
    std::vector<std::int64_t> widths;
    std::int64_t vectors = 0;
    for (const Weight& weight : weights.weights) {
        const auto shape = weights.shape(weight);
        const bool isWord = weight.name.starts_with('<') && weight.name.ends_with('>');
        const bool isEncoder = weight.name == "clip_l" || weight.name == "clip_g";
        if (!isWord && !isEncoder && weight.name != "emb_params" && place != "string_to_param") {
            return std::nullopt;
        }
        if (shape.empty() || shape.size() > 2 || shape.back() < 2) {
            return std::nullopt;
        }
        names.push_back(inQuotes(weight.name));
        vectors += shape.size() == 2 ? shape[0] : 1;
        if (std::ranges::find(widths, shape.back()) == widths.end()) {
            widths.push_back(shape.back());
        }
    }
    std::ranges::sort(widths);
    std::string width;
    for (const std::int64_t one : widths) {
        width += (width.empty() ? "" : " + ") + std::to_string(one);
    }
    // Those that the text encoders of these take.
    const std::string_view family = width == "768"          ? "Stable Diffusion 1.x"
                                    : width == "1024"       ? "Stable Diffusion 2.x"
                                    : width == "768 + 1280" ? "Stable Diffusion XL"
                                                            : "";
    const Message words = listOf(names, mostNames);
    const Message text = vectors == 1 ? message("A textual inversion, %1: 1 vector of width %2", words, width)
                                      : message("A textual inversion, %1: %2 vectors of width %3", words,
                                                std::to_string(vectors), width);
    return Content{.kind = ContentKind::Embedding,
                   .text = family.empty() ? text : message("%1, that of %2", text, family)};
}

std::optional<Content> prompt(const ModelWeights& weights)
{
    if (weights.weights.size() != 1 || weights.weights.front().name != "prompt_embeddings") {
        return std::nullopt;
    }
    const auto shape = weights.shape(weights.weights.front());
    if (shape.size() != 2) {
        return std::nullopt;
    }
    return Content{.kind = ContentKind::Prompt,
                   .text = message("A prompt or prefix (PEFT): %1 virtual tokens, %2 numbers each",
                                   std::to_string(shape[0]), std::to_string(shape[1]))};
}

struct LayerCount {
    std::string_view title;
    std::uint64_t count = 0;
};

std::string_view titleOf(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Linear:
    case LayerKind::TransposedLinear: return "Linear";
    case LayerKind::Conv:
    case LayerKind::TransposedConv:
    case LayerKind::DepthwiseConv: return "Conv";
    case LayerKind::Embedding: return "Embedding";
    case LayerKind::BatchNorm: return "BatchNorm";
    case LayerKind::Norm: return layer.title;
    case LayerKind::Lstm: return "LSTM";
    case LayerKind::Gru: return "GRU";
    case LayerKind::Rnn: return "RNN";
    default: return {};
    }
}

/// How many of which layers, those of all parts that are alike.
void countLayers(const Part& part, std::uint64_t times, std::vector<LayerCount>& counts)
{
    if (const std::string_view title = titleOf(part.layer); !title.empty()) {
        const auto found = std::ranges::find(counts, title, &LayerCount::title);
        if (found == counts.end()) {
            counts.push_back({.title = title, .count = times});
        } else {
            found->count += times;
        }
    }
    for (const Part& below : part.parts) {
        countLayers(below, times * below.times, counts);
    }
}

/// "12 Conv, 12 BatchNorm and 1 Linear"; empty where no layer is known.
Message layersText(const Outline& outline)
{
    constexpr std::size_t mostKinds = 4;
    std::vector<LayerCount> counts;
    countLayers(outline.model, 1, counts);
    std::vector<std::string> texts;
    texts.reserve(counts.size());
    for (const LayerCount& one : counts) {
        texts.push_back(groupedDigits(one.count) + ' ' + std::string(one.title));
    }
    return texts.empty() ? Message() : listOf(texts, mostKinds);
}

Message shapeText(std::span<const std::int64_t> shape)
{
    std::string text;
    for (const std::int64_t size : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return text.empty() ? message("a single number") : verbatim(text);
}

Content ofModel(const ModelWeights& weights, const Outline& outline)
{
    const Checkpoint& checkpoint = *weights.checkpoint;
    const std::string name = className(checkpoint);
    const Loader loader = checkpoint.traits().loader;
    const bool isProgram = loader == Loader::TorchJitLoad || loader == Loader::ExportLoad;
    const bool isModule = has(checkpoint, "_backward_hooks") || has(checkpoint, "_forward_hooks");
    const Message layers = layersText(outline);
    if (!name.empty() && !isProgram && !isModule) {
        return {.kind = ContentKind::Object, .text = message("An object of the class %1, with tensors in it", name)};
    }
    if (layers.empty() && name.empty() && !isProgram) {
        constexpr std::size_t mostNames = 4;
        std::vector<std::string> names;
        names.reserve(weights.weights.size());
        for (const Weight& weight : weights.weights) {
            names.push_back(inQuotes(weight.name));
        }
        return {.kind = ContentKind::Tensors,
                .text = message("No layer or model that is known, but tensors: %1", listOf(names, mostNames))};
    }
    const Message text = isProgram && name.empty() ? message("A program, with no model that is known by name")
                         : isProgram     ? message("A program of the class %1, none that is known by name", name)
                         : !name.empty() ? message("A model of the class %1, none that is known by name", name)
                                         : message("No model that is known by name");
    return {.kind = ContentKind::Model, .text = layers.empty() ? text : message("%1: %2", text, layers)};
}

} // namespace

std::string_view contentName(ContentKind kind)
{
    switch (kind) {
    case ContentKind::Model: return "model";
    case ContentKind::Adapter: return "adapter";
    case ContentKind::AdaptedModel: return "adapted model";
    case ContentKind::Embedding: return "embedding";
    case ContentKind::Prompt: return "prompt";
    case ContentKind::Optimizer: return "optimizer";
    case ContentKind::Schedule: return "schedule";
    case ContentKind::RandomState: return "random state";
    case ContentKind::Program: return "program";
    case ContentKind::Object: return "object";
    case ContentKind::Tensor: return "tensor";
    case ContentKind::Tensors: return "tensors";
    case ContentKind::Nothing: break;
    }
    return "nothing";
}

Content contentOf(const ModuleTree& tree, const Outline& outline, const KnownModels& known)
{
    const ModelWeights& weights = tree.weights();
    const Checkpoint& checkpoint = *weights.checkpoint;
    if (checkpoint.entries().empty() || weights.weights.empty()) {
        return checkpoint.entries().empty() ? Content() : withoutWeights(checkpoint);
    }
    if (auto adapter = adapterIn(weights, known)) {
        const ContentKind kind = adapter->isAlone() ? ContentKind::Adapter : ContentKind::AdaptedModel;
        Message text = adapterText(*adapter);
        return {.kind = kind, .text = std::move(text), .adapter = std::move(adapter)};
    }
    if (auto found = embedding(weights)) {
        return std::move(*found);
    }
    if (auto found = prompt(weights)) {
        return std::move(*found);
    }
    if (isRandomStates(weights)) {
        return {.kind = ContentKind::RandomState, .text = message("The state of generators of random numbers")};
    }
    if (checkpoint.entries().front().kind == EntryKind::Tensor) {
        return {.kind = ContentKind::Tensor,
                .text = message("One tensor by itself: %1", shapeText(weights.shape(weights.weights.front())))};
    }
    Content content = ofModel(weights, outline);
    if (content.kind == ContentKind::Model) {
        content.sameNames = modelsOfSameNames(tree, known);
        const Message models = alternativesText(content.sameNames.titles);
        content.text = models.empty() ? content.text : message("%1; named as %2, of other sizes", content.text, models);
    }
    return content;
}

Message Identity::line() const
{
    return recognition.kind == Recognition::Kind::None ? content.text : recognitionText(recognition);
}

Identity identify(const ModuleTree& tree)
{
    const KnownModels& known = KnownModels::ofProgram();
    Identity identity{.outline = outlineOf(tree.weights(), tree), .recognition = recognise(tree, known), .content = {}};
    if (identity.recognition.kind == Recognition::Kind::None) {
        identity.content = contentOf(tree, identity.outline, known);
    }
    return identity;
}

} // namespace cairn::model
