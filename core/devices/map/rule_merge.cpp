#include "core/devices/map/rule_merge.h"

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
        while (++at != characters.end() && *at == last + 1) {
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

struct Number {
    std::size_t begin = 0;
    std::size_t length = 0;
};

/// The parts of a name between dots that are numbers.
std::vector<Number> numbersIn(std::string_view path)
{
    std::vector<Number> numbers;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos) {
            numbers.push_back({begin, part.size()});
        }
        begin = end + 1;
    }
    return numbers;
}

/// Rules that differ in one number of their names, by their places in the list.
struct Alike {
    Number number; ///< in the first of them
    std::vector<std::size_t> rules;
};

/// All sets of at least two, those of outer numbers first; a rule is in one for each of its numbers.
std::vector<Alike> alikeRules(std::span<const MapRule> rules)
{
    std::vector<Alike> sets;
    std::map<std::string, std::vector<std::size_t>> known; // places in `sets`, by what is around the number
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string& path = rules[i].when.path;
        for (const Number& number : numbersIn(path)) {
            const std::string around = path.substr(0, number.begin) + '\n' + path.substr(number.begin + number.length);
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
                sets.push_back({number, {i}});
            }
        }
    }
    std::erase_if(sets, [](const Alike& set) { return set.rules.size() < 2; });
    return sets;
}

/// The rules with one or few in place of those alike, where the first or the last of them was.
std::vector<MapRule> merged(const std::vector<MapRule>& rules, const Alike& alike, bool atLast)
{
    const std::string& path = rules[alike.rules.front()].when.path;
    std::map<std::size_t, std::set<std::string>> numbers; // by their lengths
    for (const std::size_t rule : alike.rules) {
        const std::string& other = rules[rule].when.path;
        const std::size_t length = alike.number.length + other.size() - path.size();
        numbers[length].insert(other.substr(alike.number.begin, length));
    }
    std::vector<MapRule> fresh;
    for (const auto& [length, texts] : numbers) {
        for (const std::string& pattern : patternsOf(texts)) {
            MapRule& rule = fresh.emplace_back(rules[alike.rules.front()]);
            rule.when.path.replace(alike.number.begin, alike.number.length, pattern);
        }
    }
    const std::size_t place = atLast ? alike.rules.back() : alike.rules.front();
    std::vector<MapRule> result;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (i == place) {
            result.insert(result.end(), fresh.begin(), fresh.end());
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
    std::set<std::string> given; // first paths of sets that cannot be merged
    for (int merges = 0; merges < mostMerges; ++merges) {
        const std::vector<Alike> sets = alikeRules(rules);
        const auto next = std::ranges::find_if(
            sets, [&](const Alike& set) { return !given.contains(rules[set.rules.front()].when.path); });
        if (next == sets.end()) {
            break;
        }
        given.insert(rules[next->rules.front()].when.path);
        for (const bool atLast : {false, true}) { // a rule between them may have to come first, or after them
            std::vector<MapRule> tried = merged(rules, *next, atLast);
            if (tried.size() < rules.size() && placesAlike(checkpoint, before, MapLocation(tried))) {
                rules = std::move(tried);
                break;
            }
        }
    }
    return rules.size() < map.rules().size() ? MapLocation(std::move(rules)) : map;
}

} // namespace cairn::devices
