#pragma once

#include "core/model/model_weights.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cairn::model {

inline constexpr std::uint32_t kNoModule = 0xFFFFFFFF;

/// A module as the dots in names tell of it.
struct Module {
    std::string_view name; ///< in the module that it is in
    std::uint32_t parent = kNoModule;
    std::uint32_t firstChild = kNoModule;
    std::uint32_t lastChild = kNoModule;
    std::uint32_t nextSibling = kNoModule;
    std::uint32_t firstOwn = kNoModule; ///< index into the weights
    std::uint32_t lastOwn = kNoModule;
    std::uint64_t signature = 0; ///< equal for modules that have the same names and shapes in them
};

/// The modules of a model, in the order of the file. [0] is the model itself.
class ModuleTree {
public:
    /// Deeper than this, the rest of a name is that of a tensor.
    static constexpr std::size_t kMostLevels = 32;

    explicit ModuleTree(const ModelWeights& weights);

    [[nodiscard]] const ModelWeights& weights() const { return m_weights; }
    [[nodiscard]] std::span<const Module> modules() const { return m_modules; }
    [[nodiscard]] const Module& operator[](std::uint32_t module) const { return m_modules[module]; }
    /// The name of a tensor in its module: "weight".
    [[nodiscard]] std::string_view ownName(std::uint32_t weight) const { return m_own[weight].name; }

    template <typename Visit>
    void forEachChild(const Module& module, Visit&& visit) const
    {
        for (std::uint32_t id = module.firstChild; id != kNoModule; id = m_modules[id].nextSibling) {
            visit(id);
        }
    }
    template <typename Visit>
    void forEachOwn(const Module& module, Visit&& visit) const
    {
        for (std::uint32_t id = module.firstOwn; id != kNoModule; id = m_own[id].next) {
            visit(id);
        }
    }
    [[nodiscard]] std::uint32_t childNamed(const Module& module, std::string_view name) const;
    /// The index of the weight of that name in a module; kNoModule if there is none.
    [[nodiscard]] std::uint32_t ownNamed(const Module& module, std::string_view name) const;

private:
    struct Own {
        std::string_view name;
        std::uint32_t next = kNoModule;
    };

    void sign();

    const ModelWeights& m_weights;
    std::vector<Module> m_modules;
    std::vector<Own> m_own; ///< one for each weight
};

} // namespace cairn::model
