#include "core/devices/map/rule_merge.h"

#include "core/base/stable_sort.h"
#include "core/devices/map/placement.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::devices {

namespace {

/// One character out of several: "7", "[89]", "[0-57]".
std::string classOf(const std::set<char>& characters)
{
    if (characters.size() == 1) {
        return {*characters.begin()};
    }
    std::string text = "[";
    for (auto at = characters.begin(); at != characters.end();) {
        const char first = *at;
        char last = first;
        for (++at; at != characters.end() && *at == last + 1; ++at) {
            last = *at;
        }
        text += first;
        text += last - first > 1 ? "-" : "";
        text += last != first ? std::string(1, last) : std::string();
    }
    return text + ']';
}

/// Patterns that fit these texts of one length, and no others.
std::vector<std::string> patternsOf(const std::set<std::string>& texts)
{
    std::map<std::string, std::set<char>> lastOf; // by what is before it
    for (const std::string& text : texts) {
        lastOf[text.substr(0, text.size() - 1)].insert(text.back());
    }
    std::map<std::set<char>, std::set<std::string>> before; // what has the same last characters
    for (const auto& [beginning, last] : lastOf) {
        before[last].insert(beginning);
    }
    std::vector<std::string> patterns;
    for (const auto& [last, beginnings] : before) {
        const bool isAlone = beginnings.begin()->empty();
        for (const std::string& beginning : isAlone ? std::vector<std::string>{""} : patternsOf(beginnings)) {
            patterns.push_back(beginning + classOf(last));
        }
    }
    return patterns;
}

/// What stands between two dots of a name.
struct Part {
    std::size_t begin = 0;
    std::size_t length = 0;
};

std::vector<Part> partsOf(std::string_view path)
{
    std::vector<Part> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        parts.push_back({begin, end - begin});
        begin = end + 1;
    }
    return parts;
}

/// Rules that differ in one part of their names, by their places in the list.
struct Alike {
    Part part; ///< in the first of them
    std::vector<std::size_t> rules;
};

/// All sets of at least two, the largest first; a rule is in one for each part of its name.
std::vector<Alike> alikeRules(std::span<const MapRule> rules)
{
    std::vector<Alike> sets;
    std::map<std::string, std::vector<std::size_t>> known; // places in `sets`, by what is around the part
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string& path = rules[i].when.path;
        for (const Part& part : partsOf(path)) {
            const std::string around = path.substr(0, part.begin) + '\n' + path.substr(part.begin + part.length);
            std::vector<std::size_t>& places = known[around];
            const auto same = std::ranges::find_if(places, [&](std::size_t place) {
                MapRule first = rules[sets[place].rules.front()];
                first.when.path = path;
                return first == rules[i];
            });
            if (same != places.end()) {
                sets[*same].rules.push_back(i);
            } else {
                places.push_back(sets.size());
                sets.push_back({part, {i}});
            }
        }
    }
    std::erase_if(sets, [](const Alike& set) { return set.rules.size() < 2; });
    stableSort(sets, [](const Alike& a, const Alike& b) { return a.rules.size() > b.rules.size(); });
    return sets;
}

/// The part of a name that is not the same in all rules of a set.
std::string_view ownPart(const MapRule& rule, const MapRule& first, const Part& part)
{
    const std::string_view path = rule.when.path;
    return path.substr(part.begin, part.length + path.size() - first.when.path.size());
}

/// One pattern for all names that are the same in their other parts: "layers.*".
std::vector<std::string> anyPart(const std::string& path, const Part& part)
{
    std::string pattern = path;
    pattern.replace(part.begin, part.length, "*");
    constexpr std::string_view twice = "*.*";
    if (pattern.ends_with(twice)) {
        pattern.resize(pattern.size() - twice.size() + 1);
    }
    return {pattern};
}

/// Patterns for these names and no others, if what differs in them are numbers.
std::vector<std::string> numberPatterns(std::span<const MapRule> rules, const Alike& alike)
{
    const MapRule& first = rules[alike.rules.front()];
    std::map<std::size_t, std::set<std::string>> numbers; // by their lengths
    for (const std::size_t rule : alike.rules) {
        const std::string number(ownPart(rules[rule], first, alike.part));
        if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) {
            return {};
        }
        numbers[number.size()].insert(number);
    }
    std::vector<std::string> patterns;
    for (const auto& [length, texts] : numbers) {
        for (const std::string& pattern : patternsOf(texts)) {
            patterns.push_back(first.when.path);
            patterns.back().replace(alike.part.begin, alike.part.length, pattern);
        }
    }
    return patterns;
}

/// The rules with these patterns in place of those alike, where the first or the last of them was.
std::vector<MapRule> merged(const std::vector<MapRule>& rules, const Alike& alike,
                            std::span<const std::string> patterns, bool atLast)
{
    const std::size_t place = atLast ? alike.rules.back() : alike.rules.front();
    std::vector<MapRule> result;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (i == place) {
            for (const std::string& pattern : patterns) {
                result.push_back(rules[alike.rules.front()]);
                result.back().when.path = pattern;
            }
        }
        if (!std::ranges::binary_search(alike.rules, i)) {
            result.push_back(rules[i]);
        }
    }
    return result;
}

bool placesAlike(const checkpoint::Checkpoint& checkpoint, const Placement& before, const MapLocation& map)
{
    const Placement after = placeStorages(checkpoint, map);
    if (before.conflicts().size() != after.conflicts().size()) {
        return false;
    }
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        if (before.target(id) != after.target(id)) {
            return false;
        }
    }
    return true;
}

} // namespace

MapLocation mergeByName(const checkpoint::Checkpoint& checkpoint, const MapLocation& map)
{
    if (map.kind() != MapKind::Rules) {
        return map;
    }
    constexpr int mostMerges = 64; // each looks at every storage
    const Placement before = placeStorages(checkpoint, map);
    std::vector<MapRule> rules = map.rules();
    const auto mergeOne = [&](const Alike& alike) {
        const std::string& path = rules[alike.rules.front()].when.path;
        for (const auto& patterns : {anyPart(path, alike.part), numberPatterns(rules, alike)}) {
            for (const bool atLast : {false, true}) { // a rule between them may have to come first, or after them
                std::vector<MapRule> tried = merged(rules, alike, patterns, atLast);
                if (!patterns.empty() && tried.size() < rules.size() &&
                    placesAlike(checkpoint, before, MapLocation(tried))) {
                    rules = std::move(tried);
                    return;
                }
            }
        }
    };
    std::set<std::pair<std::string, std::size_t>> given; // first paths, and parts in them, of sets that were tried
    for (int merges = 0; merges < mostMerges; ++merges) {
        const std::vector<Alike> sets = alikeRules(rules);
        const auto next = std::ranges::find_if(sets, [&](const Alike& set) {
            return !given.contains({rules[set.rules.front()].when.path, set.part.begin});
        });
        if (next == sets.end()) {
            break;
        }
        given.insert({rules[next->rules.front()].when.path, next->part.begin});
        mergeOne(*next);
    }
    return rules.size() < map.rules().size() ? MapLocation(std::move(rules)) : map;
}

} // namespace cairn::devices
