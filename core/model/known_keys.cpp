#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/model/fingerprint.h"
#include "core/model/fitting.h"
#include "core/model/known_models.h"
#include "core/model/model_code.h"
#include "core/model/model_keys.h"
#include "core/model/recognition.h"

#include <algorithm>
#include <unordered_map>

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

class KeysOfKind {
public:
    KeysOfKind(const KnownModels& known, const Fit& fit) : m_known(known)
    {
        for (const auto& [variable, value] : fit.variables) {
            m_values.emplace(variable, value);
        }
    }

    void add(std::uint32_t node, const std::string& prefix, ModelKeys& found) const
    {
        for (const KnownTensor& tensor : m_known.tensors(node)) {
            StateKey key{.name = prefix + std::string(m_known.name(tensor.name))};
            if (tensor.isTied || isOptionalTensor(m_known.name(tensor.name))) {
                found.spare.insert(key.name);
            }
            for (const KnownSize& size : m_known.shape(tensor.shape)) {
                key.shape.push_back(sizeOf(size));
            }
            found.state.keys.push_back(std::move(key));
        }
        for (const KnownRun& run : m_known.runs(node)) {
            for (std::uint32_t i = 0; i < std::max(run.count, 1U); ++i) {
                const std::string name =
                    run.count == 0 ? std::string(m_known.name(run.name)) : std::to_string(run.name + i);
                add(run.node, prefix + name + '.', found); // as deep as the database, which is Cairn's own
            }
        }
    }

private:
    [[nodiscard]] std::int64_t sizeOf(const KnownSize& size) const
    {
        if (size.variable == KnownSize::kNoVariable) {
            return size.number;
        }
        const auto value = m_values.find(m_known.variables()[size.variable]);
        return value == m_values.end() ? checkpoint::kAnySize : size.number * value->second + size.added;
    }

    const KnownModels& m_known;
    std::unordered_map<std::string_view, std::int64_t> m_values;
};

/// "ResNet" of "timm.models.ResNet(...)". A function does not tell the class of what it makes.
std::string classNameIn(std::string_view code)
{
    const std::string_view called = code.substr(0, code.find('('));
    const std::string_view last = called.substr(called.rfind('.') + 1);
    const bool isClass = !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
    return isClass ? std::string(last) : ModelKeys().className;
}

} // namespace

Result<NamedModel> modelNamed(const KnownModels& known, std::string_view name)
{
    const std::string wanted = inSmallLetters(name);
    std::vector<NamedModel> found;
    std::vector<std::string> names;
    for (std::uint32_t kind = 0; kind < known.kinds().size(); ++kind) {
        for (const KnownModel& model : known.models(known.kinds()[kind])) {
            const std::string full = inSmallLetters(fullName(model));
            if (full == wanted) {
                return NamedModel{.kind = kind, .model = model};
            }
            if (inSmallLetters(model.name) == wanted) {
                found.push_back({.kind = kind, .model = model});
            }
            names.push_back(fullName(model));
            names.emplace_back(model.name);
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (found.empty()) {
        return fail(
            error(ErrorCode::Usage, message("%1 is no file, and no model that is known by name%2", inQuotes(name),
                                            nearestHint(name, names)))
                .fix(message("`cairn-cli fit --models` lists those that are known. Any other one can be given as a "
                             "checkpoint of it, or as a file with its keys")));
    }
    names.clear();
    for (const NamedModel& one : found) {
        names.push_back(inQuotes(fullName(one.model)));
    }
    return fail(error(ErrorCode::Usage, message("several libraries have a model called %1", inQuotes(name)))
                    .fix(message("Write one of %1", listOf(names, names.size()))));
}

Result<ModelKeys> keysOfKnownModel(const KnownModels& known, const NamedModel& named, const ModelWeights& weights,
                                   const Variables& given)
{
    Fit fit = bestFit(known, named.kind, weights);
    for (const auto& one : given) {
        const auto place = std::ranges::find(known.variables(), one.first);
        const std::string written = '{' + one.first + '}';
        if (place == known.variables().end() || named.model.code.find(written) == std::string_view::npos) {
            return fail(ErrorCode::Usage,
                        message("%1 has no number of %2 to choose", inQuotes(fullName(named.model)), one.first));
        }
        const auto told = std::ranges::find(fit.variables, *place, [](const auto& other) { return other.first; });
        if (told == fit.variables.end()) {
            fit.variables.emplace_back(*place, one.second);
        } else {
            told->second = one.second;
        }
    }
    ModelKeys found;
    found.title = withVariables(verbatim(std::string(named.model.library) + ' ' + std::string(named.model.name)), fit);
    found.imports = importingCode(named.model);
    found.making = makingCode(named.model, fit);
    found.className = named.model.className.empty() ? classNameIn(found.making) : std::string(named.model.className);
    found.isOfUsualSizes = std::ranges::any_of(known.variables(), [&](std::string_view variable) {
        return named.model.code.find('{' + std::string(variable) + '}') != std::string_view::npos &&
               std::ranges::none_of(fit.variables, [&](const auto& one) { return one.first == variable; });
    });
    if (found.making.find("{vocabulary}") != std::string::npos) { // of which none is usual
        found.making.clear();
    }
    KeysOfKind(known, fit).add(known.kinds()[named.kind].root, {}, found);
    return found;
}

} // namespace cairn::model
