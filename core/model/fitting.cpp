#include "core/model/fitting.h"

#include "core/model/fingerprint.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace cairn::model {

namespace {

class Fitting {
public:
    Fitting(const ModuleTree& tree, const KnownModels& known) : m_tree(tree), m_known(known) {}

    [[nodiscard]] Fit fit(std::uint32_t module, std::uint32_t kind)
    {
        m_fit.kind = kind;
        compareModule(m_known.kinds()[kind].root, module, {});
        dropHead();
        return std::move(m_fit);
    }

private:
    void compareModule(std::uint32_t node, std::uint32_t module, const std::string& prefix)
    {
        const Module* there = module == kNoModule ? nullptr : &m_tree[module];
        std::unordered_map<std::string_view, std::uint32_t> own;
        std::unordered_map<std::string_view, std::uint32_t> children;
        if (there != nullptr) {
            m_tree.forEachOwn(*there, [&](std::uint32_t id) { own.emplace(m_tree.ownName(id), id); });
            m_tree.forEachChild(*there, [&](std::uint32_t id) { children.emplace(m_tree[id].name, id); });
        }
        for (const KnownTensor& tensor : m_known.tensors(node)) {
            const std::string_view name = m_known.name(tensor.name);
            const auto found = own.find(name);
            if (found == own.end()) {
                addMissing(prefix + std::string(name), name, tensor);
            } else {
                compareTensor(prefix + std::string(name), tensor, found->second);
                own.erase(found);
            }
        }
        for (const KnownRun& run : m_known.runs(node)) {
            const std::uint32_t count = std::max(run.count, 1U);
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::string name =
                    run.count == 0 ? std::string(m_known.name(run.name)) : std::to_string(run.name + i);
                const auto found = children.find(name);
                compareModule(run.node, found == children.end() ? kNoModule : found->second, prefix + name + '.');
                if (found != children.end()) {
                    children.erase(found);
                }
            }
        }
        for (const auto& [name, id] : own) {
            addUnexpected(prefix, id);
        }
        for (const auto& [name, id] : children) {
            addAll(id, prefix + std::string(name) + '.');
        }
    }

    void addMissing(std::string key, std::string_view name, const KnownTensor& tensor)
    {
        if (tensor.isTied || isOptionalTensor(name)) {
            m_fit.ignored.push_back(std::move(key));
            return;
        }
        const auto sizes = m_known.shape(tensor.shape);
        const bool isOfHead = std::ranges::any_of(sizes, [this](const KnownSize& size) {
            return size.variable != KnownSize::kNoVariable && m_known.variables()[size.variable] == "classes";
        });
        m_missingOfHead += isOfHead ? 1 : 0;
        m_fit.missing.push_back(std::move(key));
    }

    void addUnexpected(const std::string& prefix, std::uint32_t own)
    {
        const std::string_view name = m_tree.ownName(own);
        const auto shape = m_tree.weights().shape(m_tree.weights().weights[own]);
        // transformers kept the mask of GPT-2's attention under this name.
        const bool isMask = name == "bias" && shape.size() == 4;
        (isOptionalTensor(name) || isMask ? m_fit.ignored : m_fit.unexpected).push_back(prefix + std::string(name));
    }

    void addAll(std::uint32_t module, const std::string& prefix)
    {
        m_tree.forEachOwn(m_tree[module], [&](std::uint32_t own) { addUnexpected(prefix, own); });
        m_tree.forEachChild(m_tree[module], [&](std::uint32_t child) {
            addAll(child, prefix + std::string(m_tree[child].name) + '.');
        });
    }

    void compareTensor(std::string key, const KnownTensor& tensor, std::uint32_t own)
    {
        const auto shape = m_tree.weights().shape(m_tree.weights().weights[own]);
        const auto wanted = m_known.shape(tensor.shape);
        bool isSame = shape.size() == wanted.size();
        std::vector<std::pair<std::uint32_t, std::int64_t>> found; // variables, taken over if all else fits
        for (std::size_t i = 0; i < wanted.size() && isSame; ++i) {
            if (wanted[i].variable == KnownSize::kNoVariable) {
                isSame = shape[i] == wanted[i].number;
                continue;
            }
            const std::int64_t rest = shape[i] - wanted[i].added;
            isSame = rest > 0 && rest % wanted[i].number == 0;
            if (isSame) {
                const std::int64_t value = rest / wanted[i].number;
                const auto known = m_values.find(wanted[i].variable);
                isSame = known == m_values.end() || known->second == value;
                found.emplace_back(wanted[i].variable, value);
            }
        }
        if (!isSame) {
            m_fit.otherShapes.push_back(std::move(key));
            return;
        }
        ++m_fit.fitting;
        for (const auto& [variable, value] : found) {
            if (m_values.emplace(variable, value).second) {
                m_fit.variables.emplace_back(m_known.variables()[variable], value);
            }
        }
    }

    /// A model may be saved without what its classes are told by: then all of that is missing, and nothing else.
    void dropHead()
    {
        if (m_missingOfHead != 0 && m_missingOfHead == m_fit.missing.size() && !hasClasses()) {
            m_fit.isWithoutHead = true;
            m_fit.missing.clear();
        }
    }

    [[nodiscard]] bool hasClasses() const
    {
        return std::ranges::any_of(m_fit.variables, [](const auto& one) { return one.first == "classes"; });
    }

    const ModuleTree& m_tree;
    const KnownModels& m_known;
    Fit m_fit;
    std::unordered_map<std::uint32_t, std::int64_t> m_values; ///< of the variables
    std::size_t m_missingOfHead = 0;
};

} // namespace

Fit fitOf(const ModuleTree& tree, std::uint32_t module, const KnownModels& known, std::uint32_t kind)
{
    return Fitting(tree, known).fit(module, kind);
}

} // namespace cairn::model
