#include "core/devices/map/map_edit.h"

#include "core/base/text/text.h"
#include "core/devices/map/placement.h"

#include <algorithm>

namespace cairn::devices {

namespace {

constexpr std::string_view kMetaDevice = "meta";

bool isOneOf(std::span<const std::string> list, std::string_view text)
{
    return std::ranges::find(list, text) != list.end();
}

} // namespace

MapLocation redirect(const MapLocation& map, std::span<const std::string> targets, std::span<const std::string> tags,
                     const std::string& device)
{
    switch (map.kind()) {
    case MapKind::Device: return isOneOf(targets, map.device()) ? MapLocation::device(device) : map;
    case MapKind::None:
    case MapKind::Table: {
        MapLocation::Table entries = map.table();
        for (const std::string& tag : tags) {
            if (isOneOf(targets, map.target(tag))) {
                entries.insert_or_assign(tag, device);
            }
        }
        return MapLocation::table(std::move(entries));
    }
    case MapKind::Rules: break;
    }
    std::vector<MapRule> rules;
    for (const MapRule& rule : map.rules()) {
        if (!rule.to.empty()) {
            rules.push_back(rule);
            if (isOneOf(targets, rule.to)) {
                rules.back().to = device;
                rules.back().otherwise.clear();
            }
            continue;
        }
        // "As saved" must not keep what cannot stay there.
        for (const std::string& tag : targets) {
            if (tagMatches(rule.from, tag)) {
                rules.push_back(rule);
                rules.back().from = tag;
                rules.back().to = device;
            }
        }
        rules.push_back(rule);
    }
    for (const std::string& tag : tags) {
        if (isOneOf(targets, tag)) {
            rules.push_back({tag, device});
        }
    }
    return MapLocation(std::move(rules));
}

MapLocation inFewerRules(const checkpoint::Checkpoint& checkpoint, MapLocation map)
{
    const Placement placement = placeStorages(checkpoint, map);
    if (!placement.conflicts().empty()) {
        return map;
    }
    MapLocation::Table targets;
    for (std::size_t i = 0; i < checkpoint.storages().size(); ++i) {
        const std::string_view target = placement.target(static_cast<checkpoint::StorageId>(i));
        const std::string_view tag = checkpoint.deviceTag(checkpoint.storages()[i].device);
        if (targets.try_emplace(std::string(tag), target).first->second != target) {
            return map;
        }
    }
    std::erase_if(targets, [](const auto& entry) { return entry.first == kMetaDevice; }); // which stays what it is
    const bool isOne = !targets.empty() && std::ranges::all_of(targets, [&](const auto& entry) {
        return entry.second == targets.begin()->second;
    });
    if (isOne && map.rules().size() > 1) {
        return MapLocation::everythingTo(targets.begin()->second);
    }
    std::erase_if(targets, [](const auto& entry) { return entry.first == entry.second; });
    if (targets.size() >= map.rules().size()) {
        return map;
    }
    return targets.empty() ? MapLocation() : MapLocation::table(std::move(targets));
}

std::optional<std::string> mapOption(const MapRule& rule)
{
    if (!rule.when.any() || rule.to.empty()) {
        return std::nullopt;
    }
    std::string text = rule.from + '=' + rule.to;
    for (const std::string& other : rule.otherwise) {
        text += ',' + other;
    }
    return text;
}

std::string mapOptions(const MapLocation& map)
{
    const auto option = [](const std::string& fromTo) {
        return "--map '" + fromTo + "' "; // no tag that torch can write has a quote
    };
    std::string text;
    switch (map.kind()) {
    case MapKind::None: return {};
    case MapKind::Device: text = option("*=" + map.device()); break;
    case MapKind::Table:
        for (const auto& [tag, device] : map.table()) {
            text += option(std::string(tag).append("=").append(device));
        }
        break;
    case MapKind::Rules:
        for (const MapRule& rule : map.rules()) {
            const auto fromTo = mapOption(rule);
            if (!fromTo) {
                return {};
            }
            text += option(*fromTo);
        }
        break;
    }
    constexpr std::size_t kMostShown = 8;
    const bool isLong = map.table().size() > kMostShown || map.rules().size() > kMostShown;
    if (text.empty() || isLong || printable(text) != text) {
        return {};
    }
    text.pop_back();
    return text;
}

} // namespace cairn::devices
