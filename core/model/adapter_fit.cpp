#include "core/model/adapter_fit.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <tuple>

namespace cairn::model {

namespace {

using Sizes = std::span<const KnownSize>;

constexpr std::size_t kFewestLayers = 4; ///< fewer say too little

/// The words of a path that a layer is told by: the last one, and the one before a number.
std::string_view endOf(std::string_view path)
{
    std::size_t dot = path.rfind('.');
    const bool isNumber = std::ranges::all_of(path.substr(dot + 1), isDigit);
    if (isNumber && dot != std::string_view::npos) {
        dot = path.rfind('.', dot - 1);
    }
    return path.substr(dot + 1);
}

/// Looks into one model.
class LayersOfKind {
public:
    LayersOfKind(const KnownModels& known, const KnownKind& kind) : m_known(known), m_root(kind.root) {}

    /// Whether it has a layer that takes and gives as much.
    [[nodiscard]] bool has(const AdaptedLayer& layer) const
    {
        std::uint32_t node = m_root;
        std::string_view rest = layer.path;
        while (!rest.empty()) {
            const std::size_t dot = std::min(rest.find('.'), rest.size());
            const std::string_view word = rest.substr(0, dot);
            rest.remove_prefix(std::min(dot + 1, rest.size()));
            const auto next = below(node, word);
            if (!next) {
                return false;
            }
            node = *next;
        }
        const auto weight = tensorOf(node, "weight");
        return weight && (fits(*weight, layer) || (isTransposed(node, *weight) && isSize((*weight)[0], layer.in) &&
                                                   isSize((*weight)[1], layer.out)));
    }

    /// How many layers have paths that end so.
    [[nodiscard]] std::size_t countOf(const std::set<std::string_view>& ends) const
    {
        return count(m_root, {}, {}, ends);
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> below(std::uint32_t node, std::string_view word) const
    {
        std::uint32_t number = 0;
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool isNumber = failure == std::errc() && end == word.data() + word.size();
        for (const KnownRun& run : m_known.runs(node)) {
            const bool isIt = run.count == 0 ? m_known.name(run.name) == word
                                             : isNumber && number >= run.name && number - run.name < run.count;
            if (isIt) {
                return run.node;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Sizes> tensorOf(std::uint32_t node, std::string_view name) const
    {
        for (const KnownTensor& tensor : m_known.tensors(node)) {
            const auto shape = m_known.shape(tensor.shape);
            if (m_known.name(tensor.name) == name && (name != "weight" || shape.size() >= 2)) {
                return shape;
            }
        }
        return std::nullopt;
    }

    /// GPT-2's Conv1D has its weight the other way round, as its bias tells.
    [[nodiscard]] bool isTransposed(std::uint32_t node, Sizes weight) const
    {
        const auto bias = tensorOf(node, "bias");
        return bias && weight.size() == 2 && bias->size() == 1 && bias->front().number == weight[1].number &&
               weight[0].number != weight[1].number;
    }

    [[nodiscard]] static bool isSize(const KnownSize& known, std::int64_t size)
    {
        return size == 0 || known.variable != KnownSize::kNoVariable || known.number == size;
    }

    [[nodiscard]] static bool fits(Sizes weight, const AdaptedLayer& layer)
    {
        std::int64_t row = 1; // LoHa takes a kernel as a row
        for (const KnownSize& size : weight.subspan(1)) {
            row *= size.number;
        }
        return isSize(weight[0], layer.out) && (isSize(weight[1], layer.in) || row == layer.in);
    }

    [[nodiscard]] std::size_t count(std::uint32_t node, const std::string& before, const std::string& word,
                                    const std::set<std::string_view>& ends) const
    {
        const bool isNumber = !word.empty() && std::ranges::all_of(word, isDigit);
        const std::string end = isNumber && !before.empty() ? before + '.' + word : word;
        std::size_t found = ends.contains(end) && tensorOf(node, "weight") ? 1 : 0;
        for (const KnownRun& run : m_known.runs(node)) { // as deep as the database, which is Cairn's own
            for (std::uint32_t i = 0; i < std::max(run.count, 1U); ++i) {
                const std::string name =
                    run.count == 0 ? std::string(m_known.name(run.name)) : std::to_string(run.name + i);
                found += count(run.node, word, name, ends);
            }
        }
        return found;
    }

    const KnownModels& m_known;
    std::uint32_t m_root;
};

/// "transformers Llama 7b" of LlamaForCausalLM and all others that have other heads.
std::string familyOf(const KnownModel& model)
{
    std::string name(model.name);
    if (model.library == "transformers") {
        const std::size_t comma = std::min(name.find(", "), name.size());
        std::size_t end = comma;
        for (const char* const word : {"For", "Model", "EncoderModel", "LMHead", "DoubleHeads"}) {
            const std::size_t at = name.find(word, 1);
            end = std::min(end, at);
        }
        name = name.substr(0, end) + (comma == name.size() ? "" : ' ' + name.substr(comma + 2));
    }
    return std::string(model.library) + ' ' + name;
}

void addModelsOf(const std::string& component, Adapter& adapter, const KnownModels& known)
{
    std::vector<const AdaptedLayer*> layers;
    std::set<std::string_view> ends;
    for (const AdaptedLayer& layer : adapter.layers) {
        if (layer.component == component) {
            layers.push_back(&layer);
            ends.insert(endOf(layer.path));
        }
    }
    AdaptedModels whole{.component = component};
    AdaptedModels partly{.component = component, .isWhole = false};
    const auto isTold = [](const AdaptedLayer* layer) { return layer->in != 0 || layer->out != 0; };
    if (layers.size() < kFewestLayers || !std::ranges::all_of(layers, isTold)) { // names alone say too little, too
        return;
    }
    for (const KnownKind& kind : known.kinds()) {
        const LayersOfKind looked(known, kind);
        if (!std::ranges::all_of(layers, [&](const AdaptedLayer* layer) { return looked.has(*layer); })) {
            continue;
        }
        AdaptedModels& found = looked.countOf(ends) == layers.size() ? whole : partly;
        for (const KnownModel& model : known.models(kind)) {
            // A text encoder may have the layers of one for pictures.
            if (component.starts_with("text_encoder") && model.name.contains("Vision")) {
                continue;
            }
            found.models.push_back(model);
            std::string family = familyOf(model);
            if (std::ranges::find(found.families, family) == found.families.end()) {
                found.families.push_back(std::move(family));
            }
        }
    }
    for (AdaptedModels* found : {&whole, &partly}) { // "Llama 7b" before those of which the default alone is there
        std::ranges::sort(found->families, [](const std::string& a, const std::string& b) {
            const auto order = [](const std::string& name) {
                return std::tuple(std::ranges::count(name, ' ') == 1, name.size(), std::string_view(name));
            };
            return order(a) < order(b);
        });
    }
    constexpr std::size_t mostOfParts = 3; // of which few layers are in many models
    if (!whole.models.empty()) {
        adapter.models.push_back(std::move(whole));
    } else if (!partly.models.empty() && partly.families.size() <= mostOfParts) {
        adapter.models.push_back(std::move(partly));
    }
}

} // namespace

void addModels(Adapter& adapter, const KnownModels& known)
{
    std::vector<std::string> components;
    for (const AdaptedLayer& layer : adapter.layers) {
        if (std::ranges::find(components, layer.component) == components.end()) {
            components.push_back(layer.component);
        }
    }
    for (const std::string& component : components) {
        addModelsOf(component, adapter, known);
    }
}

} // namespace cairn::model
