#include "core/devices/map/map_location.h"

#include "core/base/text/glob.h"

#include <algorithm>

namespace cairn::devices {

bool MapCondition::fits(const StorageView& storage) const
{
    return storage.bytes >= minBytes && storage.bytes <= maxBytes && (!dtype || *dtype == storage.dtype) &&
           (path.empty() || globMatches(path, storage.path));
}

bool tagMatches(std::string_view pattern, std::string_view tag)
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

MapLocation MapLocation::device(std::string device)
{
    MapLocation map;
    map.m_kind = MapKind::Device;
    map.m_device = std::move(device);
    return map;
}

MapLocation MapLocation::table(Table entries)
{
    MapLocation map;
    map.m_kind = MapKind::Table;
    map.m_table = std::move(entries);
    return map;
}

bool MapLocation::looksAtTagsOnly() const
{
    return std::ranges::all_of(m_rules, [](const MapRule& rule) { return rule.when.any(); });
}

std::string_view MapLocation::target(std::string_view tag) const
{
    switch (m_kind) {
    case MapKind::None: return tag;
    case MapKind::Device: return m_device;
    case MapKind::Table: {
        const auto entry = m_table.find(tag);
        return entry == m_table.end() ? tag : std::string_view(entry->second);
    }
    case MapKind::Rules: break;
    }
    for (const MapRule& rule : m_rules) {
        if (rule.when.any() && tagMatches(rule.from, tag)) {
            return rule.to.empty() ? tag : std::string_view(rule.to);
        }
    }
    return tag;
}

const MapRule* MapLocation::ruleFor(const StorageView& storage) const
{
    const auto rule = std::ranges::find_if(m_rules, [&](const MapRule& candidate) {
        return tagMatches(candidate.from, storage.tag) && candidate.when.fits(storage);
    });
    return rule == m_rules.end() ? nullptr : &*rule;
}

} // namespace cairn::devices
