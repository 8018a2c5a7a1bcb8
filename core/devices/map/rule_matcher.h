#pragma once

#include "core/base/text/glob.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn::devices {

/// Rules made ready to be asked about every storage of a file. Those for whole names and for whole levels ("body.*"),
/// of which a selection of rows makes thousands, are looked up instead of tried. Keeps references to what it is given;
/// one thread at a time.
class RuleMatcher {
public:
    RuleMatcher(std::span<const MapRule> rules, std::span<const std::string> tags);

    /// False: views need no path.
    [[nodiscard]] bool looksAtNames() const noexcept { return m_looksAtNames; }

    /// Calls `visit(index of a rule)` for the rules that fit, in their order, until it returns false. `tag` is the
    /// index of the view's tag.
    template <typename Visit>
    void visitFitting(std::size_t tag, const StorageView& view, Visit&& visit)
    {
        const std::vector<std::uint32_t>& tried = m_triedFor[tag];
        findNamed(view);
        auto named = m_found.begin();
        for (const std::uint32_t rule : tried) {
            for (; named != m_found.end() && *named < rule; ++named) {
                if (!visit(*named)) {
                    return;
                }
            }
            if (fits(rule, view) && !visit(rule)) {
                return;
            }
        }
        for (; named != m_found.end() && visit(*named); ++named) {
        }
    }

private:
    struct Hash {
        using is_transparent = void; // NOLINT(readability-identifier-naming): what the library looks for
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Index = std::unordered_map<std::string, std::vector<std::uint32_t>, Hash, std::equal_to<>>;

    [[nodiscard]] bool fits(std::uint32_t rule, const StorageView& view) const
    {
        const MapCondition& when = m_rules[rule].when;
        return view.bytes >= when.minBytes && view.bytes <= when.maxBytes &&
               (!when.dtype || *when.dtype == view.dtype) && (!m_paths[rule] || m_paths[rule]->matches(view.path));
    }
    void findNamed(const StorageView& view);
    void addFound(const Index& index, std::string_view key, const StorageView& view);

    std::span<const MapRule> m_rules;
    std::vector<std::optional<Glob>> m_paths; ///< by rule
    bool m_looksAtNames = false;
    std::vector<std::vector<std::uint32_t>> m_triedFor; ///< by tag
    Index m_ofName;                                     ///< rules for one name
    Index m_below;                                      ///< rules for all below a name, by it with its dot
    std::vector<std::uint32_t> m_found;                 ///< of the view at hand, in order
};

} // namespace cairn::devices
