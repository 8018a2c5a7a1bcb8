#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

/// A rule from saved device tags to others. `from` is a tag ("cuda:3"), a backend with any index ("cuda:*"), or "*".
struct MapRule {
    std::string from;
    std::string to;
};

/// Where storages go, by the tag they were saved with: the first rule that matches decides, and without one a storage
/// stays where it was. "*" leaves "meta" alone, for a meta storage has no bytes that could be elsewhere.
class MapLocation {
public:
    MapLocation() = default;
    explicit MapLocation(std::vector<MapRule> rules) : m_rules(std::move(rules)) {}

    [[nodiscard]] static MapLocation everythingTo(std::string device)
    {
        return MapLocation({{"*", std::move(device)}});
    }

    [[nodiscard]] const std::vector<MapRule>& rules() const noexcept { return m_rules; }
    [[nodiscard]] std::string_view target(std::string_view tag) const;

private:
    std::vector<MapRule> m_rules;
};

} // namespace cairn::devices
