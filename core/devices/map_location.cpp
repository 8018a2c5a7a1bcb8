#include "core/devices/map_location.h"

namespace cairn::devices {

namespace {

bool matches(std::string_view pattern, std::string_view tag)
{
    if (pattern == "*") {
        return tag != "meta";
    }
    if (pattern.ends_with(":*")) {
        const std::string_view backend = pattern.substr(0, pattern.size() - 2);
        return tag.substr(0, tag.find(':')) == backend;
    }
    return pattern == tag;
}

} // namespace

std::string_view MapLocation::target(std::string_view tag) const
{
    for (const MapRule& rule : m_rules) {
        if (matches(rule.from, tag)) {
            return rule.to;
        }
    }
    return tag;
}

} // namespace cairn::devices
