#include "core/model/adapter.h"

#include "core/base/text/text.h"
#include "core/checkpoint/names/adapter_words.h"
#include "core/checkpoint/names/kohya_names.h"
#include "core/model/adapter_fit.h"
#include "core/model/model_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <unordered_map>

namespace cairn::model {

namespace {

using Shape = std::span<const std::int64_t>;

using Side = checkpoint::AdapterSide;
using Mark = checkpoint::AdapterWord;

bool dropStart(std::string& text, std::string_view start)
{
    const bool has = text.starts_with(start);
    text.erase(0, has ? start.size() : 0);
    return has;
}

/// A name of an adapter's tensor: the layer, and what is said of it.
struct Marked {
    const Mark* mark = nullptr;
    std::string path;
};

/// "w_a_003" and "w_b_003": all names of a file, by the numbers of layers that are not told. The repository LoRA-ViT
/// saves its adapters so.
Marked markedNumber(std::string_view name)
{
    constexpr std::size_t stem = 4;
    const std::string_view number = name.substr(std::min(stem, name.size()));
    const bool isNumber = !number.empty() && std::ranges::all_of(number, isDigit);
    const Mark* mark = !isNumber                  ? nullptr
                       : name.starts_with("w_a_") ? checkpoint::adapterWord("lora_A")
                       : name.starts_with("w_b_") ? checkpoint::adapterWord("lora_B")
                                                  : nullptr;
    return {.mark = mark, .path = std::string(number)};
}

/// Behind the word there may be the name of an adapter and "weight": "q_proj.lora_A.default.weight".
Marked markedName(std::string_view name)
{
    std::string_view rest = name;
    constexpr int mostBehind = 3;
    for (int i = 0; i < mostBehind && !rest.empty(); ++i) {
        const std::size_t dot = rest.rfind('.');
        const std::string_view word = rest.substr(dot + 1); // npos + 1 is 0
        rest = rest.substr(0, dot == std::string_view::npos ? 0 : dot);
        const Mark* mark = checkpoint::adapterWord(word);
        if (mark == nullptr || (word == "alpha" && i != 0)) {
            continue;
        }
        if (word != "down" && word != "up") {
            return {.mark = mark, .path = std::string(rest)};
        }
        const std::size_t before = rest.rfind('.');
        const std::string_view holder = rest.substr(before + 1);
        const std::string outer(rest.substr(0, before == std::string_view::npos ? 0 : before));
        if (holder == "lora") {
            return {.mark = mark, .path = outer};
        }
        constexpr std::string_view ending = "_lora"; // "attn1.processor.to_out_lora": the layer is attn1.to_out.0
        constexpr std::string_view processor = ".processor";
        if (holder.ends_with(ending) && outer.ends_with(processor)) {
            const std::string_view layer = holder.substr(0, holder.size() - ending.size());
            return {.mark = mark,
                    .path = outer.substr(0, outer.size() - processor.size()) + '.' + std::string(layer) +
                            (layer == "to_out" ? ".0" : "")};
        }
        return {};
    }
    return {};
}

/// "down_blocks_1_attentions_0_..." of "input_blocks_4_1_...": Stability AI's names of the blocks of a UNet in those of
/// diffusers. Their resnets have other names in them, too.
std::string unetPath(const std::string& path)
{
    constexpr std::string_view middle = "middle_block_1_";
    if (path.starts_with(middle)) {
        return "mid_block_attentions_0_" + path.substr(middle.size());
    }
    constexpr int layers = 3; // of a block, with what makes it smaller or larger
    for (const auto& [name, other, first] :
         {std::tuple("input_blocks_", "down_blocks_", 1), std::tuple("output_blocks_", "up_blocks_", 0)}) {
        std::string rest = path;
        int number = 0;
        if (!dropStart(rest, name)) {
            continue;
        }
        const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        rest.erase(0, static_cast<std::size_t>(end - rest.data()));
        if (failure == std::errc() && number >= first && dropStart(rest, "_1_")) {
            const int block = (number - first) / layers;
            return other + std::to_string(block) + "_attentions_" + std::to_string((number - first) % layers) + '_' +
                   rest;
        }
    }
    return path;
}

/// Which model of a pipeline a layer is in; takes that off its path.
std::string takeComponent(std::string& path)
{
    for (const char* const name : {"unet", "text_encoder", "text_encoder_2", "text_encoder_3", "transformer"}) {
        const std::string start = std::string(name) + '.';
        if (path.starts_with(start) && !path.starts_with("transformer.h.")) { // which is GPT-2's own
            path.erase(0, start.size());
            dropStart(path, "text_model."); // which transformers does without since its version 5
            return name;
        }
    }
    return {};
}

/// The layer's path with dots, by the names of diffusers; as it is where its words are not known.
void takeKohyaName(AdaptedLayer& layer)
{
    constexpr std::string_view unet = "lora_unet_";
    std::string name = layer.path;
    if (name.starts_with(unet)) {
        name = std::string(unet) + unetPath(name.substr(unet.size()));
    }
    constexpr std::string_view oldEnding = ".lora_down.weight";
    constexpr std::string_view newEnding = ".lora_A.weight";
    if (auto dotted = checkpoint::kohyaToDiffusers(name + std::string(oldEnding))) {
        layer.path = dotted->substr(0, dotted->size() - newEnding.size());
        layer.component = takeComponent(layer.path);
    }
}

bool isKohyaName(std::string_view path)
{
    return std::ranges::any_of(
        std::array<std::string_view, 5>{"lora_unet_", "lora_te_", "lora_te1_", "lora_te2_", "lora_te3_"},
        [&](std::string_view start) { return path.starts_with(start); });
}

class AdapterFinder {
public:
    explicit AdapterFinder(const ModelWeights& weights)
        : m_weights(weights), m_isNumbered(std::ranges::all_of(weights.weights, [](const Weight& weight) {
              return markedNumber(weight.name).mark != nullptr;
          }))
    {
    }

    [[nodiscard]] std::optional<Adapter> find()
    {
        std::vector<std::pair<const Weight*, Marked>> alphas; // which other models have as well
        for (const Weight& weight : m_weights.weights) {
            Marked marked = m_isNumbered ? markedNumber(weight.name) : markedName(weight.name);
            if (marked.mark == nullptr) {
                m_found.whole.emplace_back(weight.name);
            } else if (marked.mark->method.empty()) {
                alphas.emplace_back(&weight, std::move(marked));
            } else {
                add(weight, marked);
            }
        }
        for (const auto& [weight, marked] : alphas) {
            if (m_layers.contains(marked.path)) {
                ++m_found.tensors;
            } else {
                m_found.whole.emplace_back(weight->name);
            }
        }
        if (!m_isSound || m_found.layers.empty()) {
            return std::nullopt;
        }
        nameLayers();
        return std::move(m_found);
    }

private:
    void add(const Weight& weight, const Marked& marked)
    {
        ++m_found.tensors;
        const bool isLater = m_method == nullptr || marked.mark > m_method;
        m_method = isLater ? marked.mark : m_method;
        m_found.method = m_method->method;
        if (marked.path.empty() || marked.path == "base_model") { // what all layers share
            return;
        }
        const auto [place, isNew] = m_layers.emplace(marked.path, m_found.layers.size());
        if (isNew) {
            m_found.layers.emplace_back().path = marked.path;
        }
        learn(m_found.layers[place->second], marked.mark->side, m_weights.shape(weight));
    }

    /// A size that two tensors tell, and must tell alike.
    void set(std::int64_t& size, std::int64_t told)
    {
        m_isSound = m_isSound && (size == 0 || size == told) && told > 0;
        size = told;
    }

    void learn(AdaptedLayer& layer, Side side, Shape shape)
    {
        if (side == Side::Other) {
            return;
        }
        const bool isVector = side == Side::Out || side == Side::Rank;
        if (shape.size() < (isVector ? 1U : 2U)) {
            m_isSound = false;
            return;
        }
        const auto scale = [](std::int64_t& size, std::int64_t factor) {
            size = std::max<std::int64_t>(size, 1) * factor;
        };
        switch (side) {
        case Side::Down:
            set(layer.rank, shape[0]);
            set(layer.in, shape[1]);
            break;
        case Side::Up:
            set(layer.out, shape[0]);
            set(layer.rank, shape[1]);
            break;
        case Side::Number: // the weight of an embedding is number × width
            set(layer.rank, shape[0]);
            set(layer.out, shape[1]);
            break;
        case Side::Width:
            set(layer.in, shape[0]);
            set(layer.rank, shape[1]);
            break;
        case Side::Factor:
            scale(layer.out, shape[0]);
            scale(layer.in, shape[1]);
            break;
        case Side::FactorUp:
            scale(layer.out, shape[0]);
            layer.rank = shape[1];
            break;
        case Side::FactorDown: scale(layer.in, shape[1]); break;
        case Side::Scale:
            if (shape[1] == 1) {
                layer.out = shape[0];
            } else {
                layer.in = shape[1];
            }
            break;
        case Side::Out: layer.out = shape[0]; break;
        case Side::Rank: layer.rank = shape[0]; break;
        case Side::Other: break;
        }
    }

    /// Whose names they are, and the layers by the names of their own models.
    void nameLayers()
    {
        constexpr std::string_view peft = "base_model.model.";
        const auto are = [&](auto&& is) { return std::ranges::all_of(m_found.layers, is, &AdaptedLayer::path); };
        if (are([&](const std::string& path) { return path.starts_with(peft); })) {
            m_found.form = "PEFT";
        } else if (are([](const std::string& path) { return isKohyaName(path); })) {
            m_found.form = "kohya";
        } else if (m_isNumbered) {
            m_found.form = "LoRA-ViT";
        }
        for (AdaptedLayer& layer : m_found.layers) {
            if (m_found.form == "PEFT") {
                dropStart(layer.path, peft);
            } else if (m_found.form == "kohya") {
                takeKohyaName(layer);
            } else {
                layer.component = takeComponent(layer.path);
            }
        }
        const auto isOfPipeline = [](const AdaptedLayer& layer) { return !layer.component.empty(); };
        if (m_found.form.empty() && std::ranges::all_of(m_found.layers, isOfPipeline)) {
            m_found.form = "diffusers";
        }
    }

    const ModelWeights& m_weights;
    bool m_isNumbered; ///< instead of names
    Adapter m_found;
    std::unordered_map<std::string, std::size_t> m_layers; ///< by the path that the file has
    const Mark* m_method = nullptr;
    bool m_isSound = true;
};

std::string lastWord(const std::string& path)
{
    const std::size_t dot = path.rfind('.');
    const std::string last = path.substr(dot + 1); // npos + 1 is 0
    const bool isNumber = std::ranges::all_of(last, isDigit);
    return isNumber && dot != std::string::npos ? lastWord(path.substr(0, dot)) : last;
}

/// What an adapter is for, of all its components.
Message modelsText(const Adapter& adapter)
{
    Message all;
    for (const AdaptedModels& models : adapter.models) {
        const Message one = models.isWhole ? alternativesText(models.families)
                                           : message("some layers of %1", alternativesText(models.families));
        all = all.empty() ? one : message("%1, and %2", all, one);
    }
    return all.empty() ? all : message("fits %1", all);
}

} // namespace

std::vector<std::string> Adapter::layerNames() const
{
    std::vector<std::string> names;
    for (const AdaptedLayer& layer : layers) {
        // Where the dots of a path that kohya wrote would be is not always known.
        const bool isJoined = (form == "kohya" && layer.component.empty()) || form == "LoRA-ViT";
        std::string name = isJoined ? std::string() : lastWord(layer.path);
        if (!name.empty() && std::ranges::find(names, name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

std::optional<std::pair<std::int64_t, std::int64_t>> Adapter::ranks() const
{
    std::optional<std::pair<std::int64_t, std::int64_t>> found;
    for (const AdaptedLayer& layer : layers) {
        if (layer.rank > 0) {
            found = found ? std::pair(std::min(found->first, layer.rank), std::max(found->second, layer.rank))
                          : std::pair(layer.rank, layer.rank);
        }
    }
    return found;
}

std::optional<std::int64_t> Adapter::hiddenSize() const
{
    constexpr std::array<std::string_view, 11> attention = {
        "q_proj", "v_proj", "query", "value", "qkv", "c_attn", "q", "qkv_proj", "Wqkv", "q_lin", "query_key_value"};
    std::int64_t size = 0;
    for (const AdaptedLayer& layer : layers) {
        if (std::ranges::find(attention, lastWord(layer.path)) == attention.end() || layer.in == 0) {
            continue;
        }
        if (size != 0 && size != layer.in) {
            return std::nullopt;
        }
        size = layer.in;
    }
    return size == 0 ? std::nullopt : std::optional(size);
}

bool isOfAdapter(std::string_view name)
{
    for (std::string_view rest = name; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        // Other models have an "up" and a "down", too.
        const bool isMark = checkpoint::adapterWord(word) != nullptr && word.contains('_');
        if (isMark || checkpoint::holdsAdapters(word)) {
            return true;
        }
    }
    return false;
}

std::optional<Adapter> adapterIn(const ModelWeights& weights, const KnownModels& known)
{
    auto adapter = AdapterFinder(weights).find();
    if (adapter && adapter->isAlone()) {
        addModels(*adapter, known);
    }
    return adapter;
}

Message adapterText(const Adapter& adapter)
{
    constexpr std::size_t mostNames = 4;
    const std::string method(adapter.method);
    const std::string form(adapter.form);
    Message text = !adapter.isAlone() ? message("A model with %1 in it", method)
                   : form.empty()     ? message("%1 adapter", method)
                                      : message("%1 adapter (%2)", method, form);
    if (const auto ranks = adapter.ranks()) {
        const auto& [least, most] = *ranks;
        text = least == most ? message("%1, rank %2", text, std::to_string(least))
                             : message("%1, ranks from %2 to %3", text, std::to_string(least), std::to_string(most));
    }
    const std::vector<std::string> names = adapter.layerNames();
    const std::string layers = groupedDigits(adapter.layers.size());
    text = adapter.layers.size() == 1 ? message("%1, on 1 layer", text) : message("%1, on %2 layers", text, layers);
    text = names.empty() ? text : message("%1: %2", text, listOf(names, mostNames));
    if (const Message models = modelsText(adapter); !models.empty()) {
        text = message("%1; %2", text, models);
    } else if (const auto size = adapter.hiddenSize()) {
        text = message("%1; of a model whose hidden size is %2", text, std::to_string(*size));
    }
    if (adapter.isAlone() && !adapter.whole.empty()) {
        text = message("%1; saved with it: %2", text, listOf(adapter.whole, 2));
    }
    return text;
}

} // namespace cairn::model
