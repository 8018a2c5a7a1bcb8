#include "core/model/same_names.h"

#include "core/base/text/text.h"
#include "core/model/fingerprint.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace cairn::model {

namespace {

using Names = std::unordered_set<std::uint64_t>;

constexpr std::size_t kFewestNames = 12; ///< fewer say too little: many nets are a row of numbered layers

/// One name stands for all numbers.
std::uint64_t foldedHash(std::uint64_t parent, std::string_view word)
{
    const bool isNumber = !word.empty() && std::ranges::all_of(word, isDigit);
    return pathHash(parent, nameHash(isNumber ? std::string_view("#") : word));
}

std::uint64_t nameHash(std::uint64_t module, std::string_view name, std::size_t dimensions)
{
    return mixedBits(foldedHash(module, name) + dimensions);
}

/// The names of a file's tensors below a module.
Names namesBelow(const ModuleTree& tree, std::uint32_t top)
{
    struct Step {
        std::uint32_t module;
        std::uint64_t path;
    };
    Names names;
    std::vector<Step> stack{{.module = top, .path = 0}};
    while (!stack.empty()) {
        const Step step = stack.back();
        stack.pop_back();
        tree.forEachOwn(tree[step.module], [&](std::uint32_t own) {
            const auto shape = tree.weights().shape(tree.weights().weights[own]);
            // transformers kept the mask of GPT-2's attention under this name.
            const bool isMask = tree.ownName(own) == "bias" && shape.size() == 4;
            if (!isOptionalTensor(tree.ownName(own)) && !isMask) {
                names.insert(nameHash(step.path, tree.ownName(own), shape.size()));
            }
        });
        tree.forEachChild(tree[step.module], [&](std::uint32_t child) {
            stack.push_back({.module = child, .path = foldedHash(step.path, tree[child].name)});
        });
    }
    return names;
}

/// Whether a known model has these names and no others. Most have another one among their first.
class Comparison {
public:
    Comparison(const KnownModels& known, const Names& names) : m_known(known), m_names(names) {}

    [[nodiscard]] bool isSame(std::uint32_t root)
    {
        m_found.clear();
        return areKnown(root, 0) && m_found.size() == m_names.size();
    }

private:
    [[nodiscard]] bool areKnown(std::uint32_t node, std::uint64_t path)
    {
        for (const KnownTensor& tensor : m_known.tensors(node)) {
            const std::string_view name = m_known.name(tensor.name);
            if (isOptionalTensor(name)) {
                continue;
            }
            const std::uint64_t hash = nameHash(path, name, m_known.shape(tensor.shape).size());
            if (m_names.contains(hash)) {
                m_found.insert(hash);
            } else if (!tensor.isTied) {
                return false;
            }
        }
        return std::ranges::all_of(m_known.runs(node), [&](const KnownRun& run) { // as deep as the database
            const std::string_view name = run.count == 0 ? m_known.name(run.name) : std::string_view("#");
            return areKnown(run.node, foldedHash(path, name));
        });
    }

    const KnownModels& m_known;
    const Names& m_names;
    Names m_found;
};

/// Without the size: "GPT2LMHeadModel" of "GPT2LMHeadModel, small".
std::string titleOf(const KnownModel& model)
{
    return std::string(model.library) + ' ' + std::string(model.name.substr(0, model.name.find(", ")));
}

} // namespace

SameNames modelsOfSameNames(const ModuleTree& tree, const KnownModels& known)
{
    SameNames same;
    std::uint32_t module = 0;
    while (true) {
        const Names names = namesBelow(tree, module);
        if (names.size() < kFewestNames) {
            return {};
        }
        Comparison comparison(known, names);
        for (const KnownKind& kind : known.kinds()) {
            if (!comparison.isSame(kind.root)) {
                continue;
            }
            for (const KnownModel& model : known.models(kind)) {
                same.models.push_back(model);
                std::string title = titleOf(model);
                if (std::ranges::find(same.titles, title) == same.titles.end()) {
                    same.titles.push_back(std::move(title));
                }
            }
        }
        const Module& here = tree[module];
        const bool isWrapper = here.firstOwn == kNoModule && here.firstChild != kNoModule &&
                               tree[here.firstChild].nextSibling == kNoModule;
        if (!same.models.empty() || !isWrapper) {
            break;
        }
        module = here.firstChild; // all of it is in one module
        same.prefix += std::string(tree[module].name) + '.';
    }
    std::ranges::sort(same.titles,
                      [](const std::string& a, const std::string& b) { // "BertModel" before those made of it
                          return std::pair(a.size(), std::string_view(a)) < std::pair(b.size(), std::string_view(b));
                      });
    return same.models.empty() ? SameNames() : same;
}

} // namespace cairn::model
