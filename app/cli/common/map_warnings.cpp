#include "app/cli/common/map_warnings.h"

#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/map_use.h"
#include "core/devices/map/tensor_parts.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using devices::MapLocation;

namespace {

std::string nothingOn(std::string_view tag, const TagCounts& counts)
{
    return "nothing is saved on " + cairn::inQuotes(tag) + "; the file has " + countsText(counts.storages);
}

/// The same for the tag or pattern of a rule.
std::string nothingFor(std::string_view from, const TagCounts& counts)
{
    std::vector<std::string> others;
    for (const auto& [tag, count] : counts.storages) {
        if (const std::size_t colon = tag.find(':'); colon != std::string::npos) {
            others.push_back(tag.substr(0, colon) + ":*");
        }
    }
    // The first of equally near ones is named: of "cuda" all of them, of "cuda:3" another one.
    const bool isOne = from.contains(':');
    const auto tags = counts.storages | std::views::keys;
    others.insert(isOne ? others.begin() : others.end(), tags.begin(), tags.end());
    return nothingOn(from, counts) +
           (from == "gpu" || from == "gpu:*" ? meantHint("cuda:*") : nearestHint(from, others)).text();
}

/// Whether the one pattern fits everything that the other one fits.
bool fitsAllOf(std::string_view wide, std::string_view narrow)
{
    if (wide == narrow) {
        return true;
    }
    if (wide == "*") {
        return narrow != "meta" && narrow != "meta:*";
    }
    return wide.ends_with(":*") && narrow != "*" && devices::tagMatches(wide, narrow);
}

/// By rule an earlier one that has no condition and takes everything that it could take, or null.
std::vector<const devices::MapRule*> shadowsOf(const std::vector<devices::MapRule>& rules)
{
    std::vector<const devices::MapRule*> shadows;
    std::vector<const devices::MapRule*> taking; // few, as each takes what no other does
    for (const devices::MapRule& rule : rules) {
        const auto earlier = std::ranges::find_if(
            taking, [&](const devices::MapRule* other) { return fitsAllOf(other->from, rule.from); });
        shadows.push_back(earlier == taking.end() ? nullptr : *earlier);
        if (earlier == taking.end() && rule.when.any()) {
            taking.push_back(&rule);
        }
    }
    return shadows;
}

/// "cuda:*" or "*", of a backend that PyTorch knows.
bool isWholeBackend(std::string_view from)
{
    if (!from.ends_with('*')) {
        return false;
    }
    from.remove_suffix(from.ends_with(":*") ? 2 : 1);
    return from.empty() || devices::problemWithoutDevices(from) != devices::Restored::Problem::UnknownTag;
}

} // namespace

TagCounts tagCounts(const Checkpoint& checkpoint)
{
    TagCounts counts;
    for (const auto& [tag, usage] : checkpoint.usageByDevice()) {
        if (usage.storages != 0) {
            counts.storages.emplace(tag, usage.storages);
        }
    }
    for (const auto& [tag, count] : devices::movedTensors(checkpoint)) {
        counts.storages[tag] += count;
    }
    return counts;
}

std::vector<UselessRule> uselessRules(const MapLocation& map, const Checkpoint& checkpoint, const TagCounts& counts)
{
    std::vector<UselessRule> useless;
    for (const auto& [tag, device] : map.table()) {
        if (!counts.storages.contains(tag)) {
            const bool isPattern = tag.find('*') != std::string::npos;
            useless.push_back(
                {nothingOn(tag, counts) + (isPattern ? "; a table knows whole tags only, no \"*\"" : "")});
        }
    }
    const std::vector<devices::MapRule>& rules = map.rules();
    const std::vector<const devices::MapRule*> shadows = shadowsOf(rules);
    // What the tag alone decides needs no look at the storages.
    const auto uses =
        map.looksAtTagsOnly() ? std::vector<devices::RuleUse>(rules.size()) : devices::useOfRules(checkpoint, rules);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto isMeant = [&](const auto& counted) {
            return devices::tagMatches(rules[i].from,
                                       std::string_view(counted.first).substr(0, counted.first.find(' ')));
        };
        const bool matches =
            std::ranges::any_of(counts.storages, isMeant) || std::ranges::any_of(counts.objects, isMeant);
        if (shadows[i] != nullptr) {
            useless.push_back({"the rule for " + cairn::inQuotes(rules[i].from) + " never decides: the one for " +
                               cairn::inQuotes(shadows[i]->from) + " before it takes all of that"});
        } else if (!matches) {
            useless.push_back({nothingFor(rules[i].from, counts), isWholeBackend(rules[i].from)});
        } else if (!rules[i].when.any() && !uses[i].fits) {
            useless.push_back(
                {"rule " + std::to_string(i + 1) + " of the map fits no storage" +
                 (rules[i].when.path.empty() ? std::string()
                                             : ", as no name fits " + cairn::inQuotes(rules[i].when.path))});
        }
    }
    return useless;
}

std::vector<std::string> mapWarnings(const MapLocation& map, const Checkpoint& checkpoint)
{
    std::vector<std::string> warnings;
    for (UselessRule& rule : uselessRules(map, checkpoint, tagCounts(checkpoint))) {
        warnings.push_back(std::move(rule.text));
    }
    return warnings;
}

std::string countsText(const std::map<std::string, std::uint64_t>& counts)
{
    std::string text;
    for (const auto& [name, count] : counts) {
        text += (text.empty() ? "" : ", ") + printable(name) + " (" + std::to_string(count) + ")";
    }
    return text.empty() ? "no storages" : text;
}

} // namespace cairn::cli
