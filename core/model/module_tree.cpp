#include "core/model/module_tree.h"

#include "core/base/text/text_hash.h"

#include <algorithm>

namespace cairn::model {

namespace {

/// The modules of a tree by what they are in and their names. A hundred thousand of them are looked for each time that
/// a file is opened: they lie in one piece.
class ModulesByName {
public:
    /// The place of a module; kNoModule stands there if it is none that was put there.
    std::uint32_t& placeOf(std::uint32_t parent, std::string_view name, const std::vector<Module>& modules)
    {
        if (modules.size() * 2 > m_slots.size()) {
            grow();
        }
        const std::uint32_t hash = hashOf(parent, name);
        std::size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].module != kNoModule) {
            const Module& other = modules[m_slots[at].module];
            if (m_slots[at].hash == hash && other.parent == parent && other.name == name) {
                return m_slots[at].module;
            }
            at = (at + 1) & (m_slots.size() - 1);
        }
        m_slots[at].hash = hash;
        return m_slots[at].module;
    }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t module = kNoModule;
    };

    static std::uint32_t hashOf(std::uint32_t parent, std::string_view name)
    {
        return static_cast<std::uint32_t>(
            ((std::uint64_t{parent} << 32U) ^ ExactText::hash(name)) * 0x9E3779B97F4A7C15U >> 32U);
    }

    void grow()
    {
        constexpr std::size_t fewest = 64;
        std::vector<Slot> old(std::max(fewest, m_slots.size() * 2));
        old.swap(m_slots);
        for (const Slot& slot : old) {
            std::size_t at = slot.hash & (m_slots.size() - 1);
            while (slot.module != kNoModule && m_slots[at].module != kNoModule) {
                at = (at + 1) & (m_slots.size() - 1);
            }
            if (slot.module != kNoModule) {
                m_slots[at] = slot;
            }
        }
    }

    std::vector<Slot> m_slots; ///< a power of two, at least half of them free
};

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
    ModulesByName known;
    struct Step {
        std::string_view name;
        std::uint32_t module = 0;
    };
    std::vector<Step> last; // the modules of the weight before: most are in the same ones
    m_modules.reserve(weights.weights.size() / 2);
    m_modules.emplace_back();
    m_own.resize(weights.weights.size());
    for (std::uint32_t i = 0; i < weights.weights.size(); ++i) {
        std::string_view rest = weights.weights[i].name;
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
            std::uint32_t& found = known.placeOf(module, name, m_modules);
            if (found == kNoModule) {
                found = static_cast<std::uint32_t>(m_modules.size());
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
