#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/model/fingerprint.h"
#include "core/model/fitting.h"
#include "core/model/known_models.h"
#include "core/model/model_code.h"
#include "core/model/model_keys.h"
#include "core/model/recognition.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::model {

using checkpoint::StateKey;

namespace {

/// How the weights fit where they fit best, for the sizes that depend on variables.
Fit bestFit(const KnownModels& known, std::uint32_t kind, const ModelWeights& weights)
{
    const ModuleTree tree(weights);
    Fit best = fitOf(tree, 0, known, kind);
    constexpr std::uint32_t mostPlaces = 64; // the outer modules
    for (std::uint32_t module = 1; module < std::min<std::size_t>(tree.modules().size(), mostPlaces); ++module) {
        if (Fit fit = fitOf(tree, module, known, kind); fit.fitting > best.fitting) {
            best = std::move(fit);
        }
    }
    return best;
}

/// A key of a known model, with the sizes that its tensor has there.
struct KeyOfKind {
    std::string name;
    std::span<const KnownSize> shape = {};
    bool isSpare = false;
};

void addKeys(const KnownModels& known, std::uint32_t node, const std::string& prefix, std::vector<KeyOfKind>& keys)
{
    for (const KnownTensor& tensor : known.tensors(node)) {
        const std::string_view name = known.name(tensor.name);
        keys.push_back({.name = prefix + std::string(name),
                        .shape = known.shape(tensor.shape),
                        .isSpare = tensor.isTied || isOptionalTensor(name)});
    }
    for (const KnownRun& run : known.runs(node)) {
        for (std::uint32_t i = 0; i < std::max(run.count, 1U); ++i) {
            const std::string name = run.count == 0 ? std::string(known.name(run.name)) : std::to_string(run.name + i);
            addKeys(known, run.node, prefix + name + '.', keys); // as deep as the database, which is Cairn's own
        }
    }
}

/// Makes the keys of a model whose variables have numbers.
class SizedKeys {
public:
    SizedKeys(const KnownModels& known, const Fit& fit) : m_known(known)
    {
        for (const auto& [variable, value] : fit.variables) {
            m_values.emplace(variable, value);
        }
    }

    /// `ways` are the keys of the model as it is made with few classes and with many, first as the weights have it.
    void add(const std::vector<std::vector<KeyOfKind>>& ways, ModelKeys& found) const
    {
        const std::vector<KeyOfKind>& own = ways.front();
        for (std::size_t i = 0; i < own.size(); ++i) {
            StateKey key{.name = own[i].name};
            if (own[i].isSpare) {
                found.spare.insert(key.name);
            }
            for (std::size_t at = 0; at < own[i].shape.size(); ++at) {
                std::vector<KnownSize> sizes;
                for (const auto& way : ways) {
                    const bool isSame = way.size() == own.size() && way[i].name == key.name &&
                                        way[i].shape.size() == own[i].shape.size();
                    sizes.push_back(isSame ? way[i].shape[at] : own[i].shape[at]);
                }
                key.shape.push_back(sizeOf(sizes));
            }
            found.state.keys.push_back(std::move(key));
        }
    }

private:
    /// Where the ways have other numbers, it grows with the variable from the smallest of them to the largest.
    [[nodiscard]] std::int64_t sizeOf(std::span<const KnownSize> sizes) const
    {
        const auto isFixed = [](const KnownSize& size) { return size.variable == KnownSize::kNoVariable; };
        const auto growing = std::ranges::find_if_not(sizes, isFixed);
        std::vector<std::int64_t> numbers;
        for (const KnownSize& size : sizes) {
            if (isFixed(size)) {
                numbers.push_back(size.number);
            }
        }
        const auto [least, most] = numbers.empty() ? std::pair<std::int64_t, std::int64_t>()
                                                   : std::pair(std::ranges::min(numbers), std::ranges::max(numbers));
        if (growing == sizes.end() && least == most) {
            return least;
        }
        // No way is known between two numbers that are near each other, as 96 and 100: there it is one for each class.
        const auto value = m_values.find(growing == sizes.end() ? std::string_view("classes")
                                                                : m_known.variables()[growing->variable]);
        if (value == m_values.end()) {
            return isFixed(sizes.front()) ? sizes.front().number : checkpoint::kAnySize;
        }
        const std::int64_t size =
            growing == sizes.end() ? value->second : growing->number * value->second + growing->added;
        return numbers.empty() ? size : least == most ? std::max(size, least) : std::clamp(size, least, most);
    }

    const KnownModels& m_known;
    std::unordered_map<std::string_view, std::int64_t> m_values;
};

bool hasVariable(std::string_view code, std::string_view variable)
{
    return code.find('{' + std::string(variable) + '}') != std::string_view::npos;
}

/// Python without its numbers, and without the variables that stand for some.
std::string withoutNumbers(const KnownModels& known, std::string_view code)
{
    std::string text(code);
    for (const std::string_view variable : known.variables()) {
        const std::string written = '{' + std::string(variable) + '}';
        for (std::size_t at = text.find(written); at != std::string::npos; at = text.find(written)) {
            text.replace(at, written.size(), "0");
        }
    }
    std::erase_if(text, isDigit);
    return text;
}

/// The way of making the model that the weights are likest to, of those that have the variables, and what they tell.
std::optional<std::pair<KnownWay, Fit>> likestWay(const KnownModels& known, const NamedModel& named,
                                                  const ModelWeights& weights, const Variables& given)
{
    std::optional<std::pair<KnownWay, Fit>> best;
    for (const KnownWay& way : named.ways) {
        const auto has = [&](const auto& one) { return hasVariable(way.model.code, one.first); };
        if (!std::ranges::all_of(given, has)) {
            continue;
        }
        if (Fit fit = bestFit(known, way.kind, weights); !best || fit.fitting > best->second.fitting) {
            best.emplace(way, std::move(fit));
        }
    }
    return best;
}

/// "ResNet" of "timm.models.ResNet(...)". A function does not tell the class of what it makes.
std::string classNameIn(std::string_view code)
{
    const std::string_view called = code.substr(0, code.find('('));
    const std::string_view last = called.substr(called.rfind('.') + 1);
    const bool isClass = !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
    return isClass ? std::string(last) : ModelKeys().className;
}

/// Names in quotes, those of the models that the weights fit best before others.
std::vector<std::string> likestFirst(const KnownModels& known, const std::map<std::string, NamedModel>& models,
                                     const ModelWeights& weights)
{
    std::vector<std::pair<std::uint64_t, std::string>> ordered;
    for (const auto& [name, model] : models) {
        const auto likest = weights.weights.empty() ? std::nullopt : likestWay(known, model, weights, {});
        ordered.emplace_back(likest ? likest->second.fitting : 0, inQuotes(name));
    }
    std::ranges::sort(ordered, [](const auto& a, const auto& b) {
        return std::pair(b.first, std::string_view(a.second)) < std::pair(a.first, std::string_view(b.second));
    });
    std::vector<std::string> names;
    names.reserve(ordered.size());
    for (auto& one : ordered) {
        names.push_back(std::move(one.second));
    }
    return names;
}

} // namespace

Result<NamedModel> modelNamed(const KnownModels& known, std::string_view name, const ModelWeights& weights)
{
    const std::string wanted = inSmallLetters(name);
    std::map<std::string, NamedModel> found; // by the full name: for few classes and for many it may be there twice
    std::map<std::string, NamedModel> sizes; // of a class: "GPT2LMHeadModel, small"
    std::vector<std::string> names;
    for (std::uint32_t kind = 0; kind < known.kinds().size(); ++kind) {
        for (const KnownModel& model : known.models(known.kinds()[kind])) {
            const std::string full = fullName(model);
            if (inSmallLetters(full) == wanted || inSmallLetters(model.name) == wanted) {
                found[full].ways.push_back({.kind = kind, .model = model});
            }
            const std::string_view className = model.name.substr(0, model.name.find(", "));
            const std::string fullClass = std::string(model.library) + '/' + std::string(className);
            if (inSmallLetters(fullClass) == wanted || inSmallLetters(className) == wanted) {
                sizes[full].ways.push_back({.kind = kind, .model = model});
            }
            names.push_back(full);
            names.emplace_back(model.name);
        }
    }
    const auto full = std::ranges::find_if(found, [&](const auto& one) { return inSmallLetters(one.first) == wanted; });
    if (full != found.end() || found.size() == 1) {
        return std::move((full == found.end() ? found.begin() : full)->second);
    }
    if (found.empty() && !sizes.empty()) {
        constexpr std::size_t mostSizes = 8;
        return fail(error(ErrorCode::Usage, message("%1 is a class, of which several sizes are known", inQuotes(name)))
                        .fix(message("Write one of %1, the likest first",
                                     listOf(likestFirst(known, sizes, weights), mostSizes))));
    }
    if (found.empty()) {
        return fail(
            error(ErrorCode::Usage, message("%1 is no file, and no model that is known by name%2", inQuotes(name),
                                            nearestHint(name, names)))
                .fix(message("`cairn-cli fit --models` lists those that are known. Any other one can be given as a "
                             "checkpoint of it, or as a file with its keys")));
    }
    names.clear();
    for (const auto& one : found) {
        names.push_back(inQuotes(one.first));
    }
    return fail(error(ErrorCode::Usage, message("several libraries have a model called %1", inQuotes(name)))
                    .fix(message("Write one of %1", listOf(names, names.size()))));
}

Result<ModelKeys> keysOfKnownModel(const KnownModels& known, const NamedModel& named, const ModelWeights& weights,
                                   const Variables& given)
{
    auto likest = likestWay(known, named, weights, given);
    if (!likest) {
        const auto isNowhere = [&](const auto& one) {
            return std::ranges::none_of(named.ways,
                                        [&](const KnownWay& way) { return hasVariable(way.model.code, one.first); });
        };
        const auto unknown = std::ranges::find_if(given, isNowhere);
        return fail(ErrorCode::Usage,
                    message("%1 has no number of %2 to choose", inQuotes(fullName(named.ways.front().model)),
                            (unknown == given.end() ? given.front() : *unknown).first));
    }
    auto& [way, fit] = *likest;
    for (const auto& one : given) {
        const std::string_view variable = *std::ranges::find(known.variables(), one.first); // it is in the code
        const auto told = std::ranges::find(fit.variables, variable, [](const auto& other) { return other.first; });
        if (told == fit.variables.end()) {
            fit.variables.emplace_back(variable, one.second);
        } else {
            told->second = one.second;
        }
    }
    const KnownModel& model = way.model;
    ModelKeys found;
    found.title = withVariables(verbatim(std::string(model.library) + ' ' + std::string(model.name)), fit);
    found.imports = importingCode(model);
    found.making = makingCode(model, fit);
    found.className = model.className.empty() ? classNameIn(found.making) : std::string(model.className);
    found.isOfUsualSizes = std::ranges::any_of(known.variables(), [&](std::string_view variable) {
        return hasVariable(model.code, variable) &&
               std::ranges::none_of(fit.variables, [&](const auto& one) { return one.first == variable; });
    });
    const auto isOpen = [&](std::string_view variable) { return hasVariable(found.making, variable); };
    if (std::ranges::any_of(known.variables(), isOpen)) { // such as the size of a vocabulary: none is usual
        found.making.clear();
    }
    std::vector<std::vector<KeyOfKind>> ways(1);
    addKeys(known, known.kinds()[way.kind].root, {}, ways.front());
    for (const KnownWay& other : named.ways) {
        if (other.kind != way.kind && withoutNumbers(known, other.model.code) == withoutNumbers(known, model.code)) {
            addKeys(known, known.kinds()[other.kind].root, {}, ways.emplace_back());
        }
    }
    SizedKeys(known, fit).add(ways, found);
    return found;
}

} // namespace cairn::model
