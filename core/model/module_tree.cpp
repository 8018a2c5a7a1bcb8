#include "core/model/module_tree.h"

#include "core/base/text/text_hash.h"
#include "core/base/text_index.h"

namespace cairn::model {

namespace {

std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

std::uint64_t named(std::string_view name, std::uint64_t content)
{
    return mixed((std::uint64_t{ExactText::hash(name)} << 32U) ^ mixed(content + 1));
}

} // namespace

ModuleTree::ModuleTree(const ModelWeights& weights) : m_weights(weights)
{
    TextIndex<ExactText> known;
    std::vector<std::string_view> paths(1); // by module
    struct Step {
        std::string_view name;
        std::uint32_t module = 0;
    };
    std::vector<Step> last; // the modules of the weight before: most are in the same ones
    m_modules.reserve(weights.weights.size() / 2);
    paths.reserve(weights.weights.size() / 2);
    known.reserve(weights.weights.size() / 2);
    m_modules.emplace_back();
    m_own.resize(weights.weights.size());
    for (std::uint32_t i = 0; i < weights.weights.size(); ++i) {
        const std::string_view whole = weights.weights[i].name;
        std::string_view rest = whole;
        std::uint32_t module = 0;
        std::size_t level = 0;
        for (std::size_t dot = rest.find('.'); dot != std::string_view::npos && level < kMostLevels;
             dot = rest.find('.'), ++level) {
            const std::string_view name = rest.substr(0, dot);
            rest.remove_prefix(dot + 1);
            if (level < last.size() && last[level].name == name) {
                module = last[level].module;
                continue;
            }
            last.resize(level);
            const std::string_view path = whole.substr(0, whole.size() - rest.size() - 1);
            const auto next = static_cast<std::uint32_t>(m_modules.size());
            const std::uint32_t found = known.findOrInsert(next, path, [&](std::uint32_t id) { return paths[id]; });
            if (found == next) {
                paths.push_back(path);
                const std::uint32_t before = m_modules[module].lastChild;
                (before == kNoModule ? m_modules[module].firstChild : m_modules[before].nextSibling) = found;
                m_modules[module].lastChild = found;
                m_modules.push_back({.name = name, .parent = module});
            }
            module = found;
            last.push_back({.name = name, .module = module});
        }
        last.resize(level);
        m_own[i].name = rest;
        const std::uint32_t before = m_modules[module].lastOwn;
        (before == kNoModule ? m_modules[module].firstOwn : m_own[before].next) = i;
        m_modules[module].lastOwn = i;
    }
    sign();
}

/// The order of names does not matter: some formats sort them.
void ModuleTree::sign()
{
    for (auto id = static_cast<std::uint32_t>(m_modules.size()); id-- > 0;) { // parents come before their children
        Module& module = m_modules[id];
        forEachOwn(module, [&](std::uint32_t own) {
            std::uint64_t shape = 1;
            for (const std::int64_t size : m_weights.shape(m_weights.weights[own])) {
                shape = mixed(shape + static_cast<std::uint64_t>(size));
            }
            module.signature += named(m_own[own].name, shape);
        });
        if (module.parent != kNoModule) {
            m_modules[module.parent].signature += named(module.name, module.signature);
        }
    }
}

std::uint32_t ModuleTree::childNamed(const Module& module, std::string_view name) const
{
    std::uint32_t found = kNoModule;
    forEachChild(module, [&](std::uint32_t id) { found = m_modules[id].name == name ? id : found; });
    return found;
}

std::uint32_t ModuleTree::ownNamed(const Module& module, std::string_view name) const
{
    std::uint32_t found = kNoModule;
    forEachOwn(module, [&](std::uint32_t id) { found = m_own[id].name == name ? id : found; });
    return found;
}

} // namespace cairn::model
