#include "core/devices/map/rule_edit.h"

#include "core/base/text/glob.h"
#include "core/devices/map/entry_names.h"
#include "core/devices/map/storage_views.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

namespace {

bool looksAt(const MapRule& rule, std::string_view tag)
{
    return tagMatches(rule.from, tag);
}

/// Keeping a storage where it was is what happens without a rule, so the last rules need not say it.
void dropIdleEnd(std::vector<MapRule>& rules, std::string_view from)
{
    while (!rules.empty() && rules.back().to.empty() && rules.back().from == from) {
        rules.pop_back();
    }
}

MapLocation mapOf(std::vector<MapRule> rules)
{
    return rules.empty() ? MapLocation() : MapLocation(std::move(rules));
}

/// Rules by name for one row and what is below it.
std::vector<MapRule> rulesForRow(const Checkpoint& checkpoint, EntryId id, const std::string& name,
                                 const std::string& to)
{
    const Entry& entry = checkpoint.entries()[id];
    std::vector<MapRule> rules;
    const auto add = [&](std::string path) {
        MapRule& rule = rules.emplace_back(MapRule{"*", to});
        rule.when.path = std::move(path);
    };
    if (entry.kind == EntryKind::Tensor || entry.kind == EntryKind::Storage) {
        add(globEscaped(name));
    }
    if (id == 0) {
        rules.push_back({"*", to});
    } else if (entry.childCount != 0) {
        add(globEscaped(name) + ".*");
    }
    return rules;
}

/// Tells which old rules have nothing left to decide once new ones by name are asked first.
class Replaced {
public:
    explicit Replaced(std::span<const MapRule> fresh)
    {
        for (const MapRule& rule : fresh) {
            m_paths.insert(rule.when.path);
        }
    }

    [[nodiscard]] bool operator()(const MapRule& old) const
    {
        if (old.from == "meta") {
            return false;
        }
        const std::string_view path = old.when.path;
        if (m_paths.contains("") || m_paths.contains(path)) {
            return true;
        }
        for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
            if (m_paths.contains(std::string(path.substr(0, dot + 1)) + '*')) {
                return true;
            }
        }
        return false;
    }

private:
    std::set<std::string, std::less<>> m_paths;
};

} // namespace

std::vector<MapRule> asRules(const MapLocation& map, std::span<const std::string> tags)
{
    switch (map.kind()) {
    case MapKind::None: return {};
    case MapKind::Rules: return map.rules();
    case MapKind::Device: {
        std::vector<MapRule> rules{{"*", map.device()}};
        if (std::ranges::find(tags, "meta") != tags.end()) {
            rules.push_back({"meta", map.device()}); // a "*" leaves it alone
        }
        return rules;
    }
    case MapKind::Table: break;
    }
    std::vector<MapRule> rules;
    for (const auto& [tag, device] : map.table()) {
        if (tag != device && !tag.ends_with('*')) { // a table has no patterns
            rules.push_back({tag, device});
        }
    }
    return rules;
}

MapLocation sendTag(const MapLocation& map, std::span<const std::string> tags, std::string_view tag,
                    const std::string& to)
{
    std::vector<MapRule> rules = asRules(map, tags);
    const auto first = std::ranges::find_if(rules, [&](const MapRule& rule) { return looksAt(rule, tag); });
    const auto at = rules.insert(first, MapRule{std::string(tag), to == tag ? std::string() : to});
    const auto index = at - rules.begin();
    rules.erase(std::remove_if(at + 1, rules.end(), [&](const MapRule& rule) { return rule.from == tag; }),
                rules.end());
    const auto fresh = rules.begin() + index;
    const bool isIdle = fresh->to.empty() &&
                        std::none_of(fresh + 1, rules.end(), [&](const MapRule& rule) { return looksAt(rule, tag); });
    if (isIdle) {
        rules.erase(fresh);
    }
    return mapOf(std::move(rules));
}

MapLocation sendFlow(const MapLocation& map, std::span<const std::string> tags, const DeviceInventory& machine,
                     const TagFlow& flow, const std::string& to)
{
    const std::string target = to == flow.tag ? std::string() : to;
    std::vector<MapRule> rules;
    bool isDecided = false; // a rule takes all that is left of the tag
    for (MapRule& rule : asRules(map, tags)) {
        const bool takes = !isDecided && looksAt(rule, flow.tag) && targetOf(rule, flow.tag, &machine) == flow.target;
        isDecided = isDecided || (looksAt(rule, flow.tag) && rule.when.any());
        if (takes) {
            MapRule moved{flow.tag, target};
            moved.when = rule.when;
            rules.push_back(std::move(moved));
        }
        if (!takes || rule.from != flow.tag) {
            rules.push_back(std::move(rule));
        }
    }
    if (!isDecided && flow.target == flow.tag) {
        rules.push_back({flow.tag, target});
    }
    dropIdleEnd(rules, flow.tag);
    return mapOf(std::move(rules));
}

MapLocation sendEntries(const MapLocation& map, const Checkpoint& checkpoint, std::span<const EntryId> rows,
                        const std::string& to, std::span<const std::string> levels)
{
    const std::unordered_set<EntryId> chosen(rows.begin(), rows.end());
    const auto isBelowAnother = [&](EntryId id) {
        for (EntryId up = checkpoint.entries()[id].parent; up != checkpoint::kNoId;
             up = checkpoint.entries()[up].parent) {
            if (chosen.contains(up)) {
                return true;
            }
        }
        return false;
    };
    std::vector<MapRule> rules;
    EntryNames names(checkpoint);
    for (const EntryId id : rows) {
        if (!isBelowAnother(id)) {
            for (MapRule& rule : rulesForRow(checkpoint, id, id == 0 ? std::string() : names.of(id), to)) {
                rules.push_back(std::move(rule));
            }
        }
    }
    for (const std::string& level : levels) {
        MapRule& rule = rules.emplace_back(MapRule{"*", to});
        rule.when.path = globEscaped(level) + ".*";
    }
    const std::size_t fresh = rules.size();
    const Replaced isReplaced(rules);
    for (MapRule& old : asRules(map, checkpoint.deviceTags())) {
        if (!isReplaced(old)) {
            rules.push_back(std::move(old));
        }
    }
    if (rules.size() == fresh) {
        dropIdleEnd(rules, "*");
    }
    return mapOf(std::move(rules));
}

MapLocation joinConflicts(const MapLocation& map, const Checkpoint& checkpoint, const DeviceInventory& machine,
                          std::span<const MapConflict> conflicts)
{
    std::vector<MapRule> rules;
    EntryNames names(checkpoint);
    const StorageViews views(checkpoint);
    for (const MapConflict& conflict : conflicts) {
        const checkpoint::Storage& storage = checkpoint.storages()[conflict.storage];
        const std::string_view tag = checkpoint.deviceTag(storage.device);
        const auto send = [&](EntryId entry, formats::Dtype dtype) {
            const std::string name = names.of(entry);
            const StorageView view{.tag = tag, .path = name, .dtype = dtype, .bytes = storage.bytes};
            if (targetOf(map, view, &machine) != conflict.firstTarget) {
                MapRule& rule = rules.emplace_back(
                    MapRule{std::string(tag), conflict.firstTarget == tag ? std::string() : conflict.firstTarget});
                rule.when.path = globEscaped(name);
            }
        };
        views.of(conflict.storage, send);
    }
    std::ranges::move(asRules(map, checkpoint.deviceTags()), std::back_inserter(rules));
    return mapOf(std::move(rules));
}

} // namespace cairn::devices
