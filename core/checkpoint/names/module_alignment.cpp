#include "core/checkpoint/names/module_alignment.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::checkpoint {

namespace {

constexpr std::size_t kMostRules = 48; ///< more are no way to rename a model
constexpr std::uint32_t kNone = 0xFFFFFFFF;

struct Module {
    std::string_view path; ///< without a dot behind it; empty: all of it
    std::uint32_t parent = kNone;
    std::size_t tensors = 0;
    std::uint64_t signature = 0; ///< of the names and shapes in it
    std::vector<std::pair<std::string_view, std::uint32_t>> children = {};
    bool isDone = false; ///< with all that is in it: it has its other name, or cannot get one
};

using Modules = std::vector<Module>;
using Ids = std::vector<std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>; ///< loaded and wanted
using Numbers = std::vector<std::int64_t>;
using Words = std::vector<std::string>;

std::uint64_t mixed(std::uint64_t value, std::uint64_t more)
{
    value = (value ^ more) * 0x9E3779B97F4A7C15U;
    return value ^ (value >> 29U);
}

/// Parents before their children.
Modules modulesOf(std::span<const NamedShape> tensors)
{
    constexpr std::size_t mostLevels = 32; // deeper than this, the rest of a name is that of a tensor
    Modules modules(1);
    std::unordered_map<std::string_view, std::uint32_t> ids{{{}, 0}};
    for (const NamedShape& tensor : tensors) {
        std::uint32_t module = 0;
        std::size_t begin = 0;
        std::size_t dot = tensor.name.find('.');
        for (std::size_t level = 0; level < mostLevels && dot != std::string_view::npos; ++level) {
            const auto [found, isNew] =
                ids.emplace(tensor.name.substr(0, dot), static_cast<std::uint32_t>(modules.size()));
            if (isNew) {
                modules[module].children.emplace_back(tensor.name.substr(begin, dot - begin), found->second);
                modules.push_back({.path = found->first, .parent = module});
            }
            module = found->second;
            begin = dot + 1;
            dot = tensor.name.find('.', begin);
        }
        std::uint64_t hash = mixed(1, std::hash<std::string_view>()(tensor.name.substr(begin)));
        for (const std::int64_t size : tensor.shape) {
            hash = mixed(hash, static_cast<std::uint64_t>(size));
        }
        modules[module].signature += mixed(hash, tensor.shape.size());
        ++modules[module].tensors;
    }
    for (auto id = modules.size(); id-- > 0;) {
        for (const auto& [name, child] : modules[id].children) {
            modules[id].signature += mixed(modules[child].signature, std::hash<std::string_view>()(name));
            modules[id].tensors += modules[child].tensors;
        }
    }
    return modules;
}

Numbers numbersIn(std::string_view path)
{
    Numbers numbers;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (isDigit(path[i])) {
            std::int64_t number = std::numeric_limits<std::int64_t>::max(); // where it is too large
            const auto read = std::from_chars(path.data() + i, path.data() + path.size(), number);
            numbers.push_back(number);
            i = static_cast<std::size_t>(read.ptr - path.data()) - 1;
        }
    }
    return numbers;
}

/// "layer", ".", ".conv" and "" of "layer1.0.conv2".
Words betweenNumbers(std::string_view path)
{
    Words texts(1);
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (!isDigit(path[i])) {
            texts.back() += path[i];
        } else if (i == 0 || !isDigit(path[i - 1])) {
            texts.emplace_back();
        }
    }
    return texts;
}

std::string_view lastOf(std::string_view path)
{
    return path.substr(path.rfind('.') + 1); // npos + 1 is 0: all of it
}

std::string_view aroundLast(std::string_view path)
{
    return path.substr(0, path.size() - lastOf(path).size());
}

/// The last name in a path, with a # for each number in it.
std::string kindOfLast(std::string_view path)
{
    std::string kind;
    for (const std::string& text : betweenNumbers(lastOf(path))) {
        kind += (kind.empty() ? "" : "#") + text;
    }
    return kind;
}

/// "layerconv" of "layer1.0.conv2".
std::string lettersOf(std::string_view path)
{
    std::string letters(path);
    std::erase_if(letters, [](char c) { return c == '.' || isDigit(c); });
    return letters;
}

/// The names in a path, with a # for each number in them; those that are numbers alone say nothing.
std::set<std::string> wordsIn(std::string_view path)
{
    std::set<std::string> words;
    for (const auto part : std::views::split(path, '.')) {
        words.insert(kindOfLast(std::string_view(part)));
    }
    words.erase("");
    return words;
}

/// By how much the numbers of one path are larger than those of another; nothing if they have not as many.
std::optional<Numbers> distance(const Numbers& from, const Numbers& to)
{
    if (from.size() != to.size()) {
        return std::nullopt;
    }
    Numbers found;
    for (std::size_t i = 0; i < from.size(); ++i) {
        found.push_back(to[i] - from[i]);
    }
    return found;
}

/// Modules that are alike, by their numbers. Nothing if these do not tell which is which.
Pairs pairsByNumber(const Modules& loaded, const Ids& from, const Modules& wanted, const Ids& to)
{
    const auto numbered = [](const Modules& modules, const Ids& ids) {
        std::map<Numbers, std::uint32_t> found;
        for (const std::uint32_t id : ids) {
            found.emplace(numbersIn(modules[id].path), id);
        }
        return found;
    };
    const auto ours = numbered(loaded, from);
    const auto theirs = numbered(wanted, to);
    if (from.size() != to.size() || ours.size() != from.size() || theirs.size() != to.size()) {
        return {};
    }
    Pairs pairs;
    std::optional<Numbers> shift; // the same for all of them
    for (auto one = ours.begin(), other = theirs.begin(); one != ours.end(); ++one, ++other) {
        auto between = distance(one->first, other->first);
        const bool isOther = !pairs.empty() && between != shift;
        if (from.size() > 1 && (!between || isOther || std::ranges::count(*between, 0) + 1 < std::ssize(*between))) {
            return {};
        }
        shift = std::move(between);
        pairs.emplace_back(one->second, other->second);
    }
    return pairs;
}

class Aligner {
public:
    Aligner(std::span<const NamedShape> wanted, std::span<const NamedShape> loaded)
        : m_wanted(modulesOf(wanted)), m_loaded(modulesOf(loaded)), m_names(loaded)
    {
        for (const Module& module : m_wanted) {
            m_wantedPaths.insert(module.path);
        }
        for (const Module& module : m_loaded) {
            m_loadedPaths.insert(module.path);
        }
    }

    [[nodiscard]] ModuleAlignment align()
    {
        std::unordered_map<std::uint64_t, std::pair<Ids, Ids>> groups; // of modules that are alike
        for (std::uint32_t id = 1; id < m_loaded.size(); ++id) {
            groups[m_loaded[id].signature].first.push_back(id);
        }
        Ids order(m_wanted.size());
        for (std::uint32_t id = 0; id < m_wanted.size(); ++id) {
            groups[m_wanted[id].signature].second.push_back(id);
            order[id] = id;
        }
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { // the largest first
            return std::pair(m_wanted[b].tensors, a) < std::pair(m_wanted[a].tensors, b);
        });
        ModuleAlignment found;
        for (const std::uint32_t id : order) {
            auto& [from, to] = groups[m_wanted[id].signature];
            from = openOf(m_loaded, from);
            to = openOf(m_wanted, to);
            if (from.empty() || to.empty()) {
                continue;
            }
            pairGroup(from, to);
            for (const std::uint32_t left : openOf(m_loaded, from).empty() ? Ids() : openOf(m_wanted, to)) {
                found.undecided.emplace_back(m_wanted[left].path);
                m_wanted[left].isDone = true;
            }
            to.clear();
        }
        found.rules = rules();
        return found;
    }

private:
    static bool isDone(const Modules& modules, std::uint32_t id)
    {
        while (id != kNone && !modules[id].isDone) {
            id = modules[id].parent;
        }
        return id != kNone;
    }

    static Ids openOf(const Modules& modules, const Ids& ids)
    {
        Ids found;
        std::ranges::copy_if(ids, std::back_inserter(found), [&](std::uint32_t id) { return !isDone(modules, id); });
        return found;
    }

    void pairGroup(const Ids& from, const Ids& to)
    {
        std::set<std::string> ours;
        std::set<std::string> theirs;
        for (const std::uint32_t id : from) {
            ours.merge(wordsIn(m_loaded[id].path));
        }
        for (const std::uint32_t id : to) {
            theirs.merge(wordsIn(m_wanted[id].path));
        }
        const bool isOnly = from.size() == 1 && to.size() == 1;
        const auto take = [&](const Ids& some, const Ids& others) {
            const Pairs pairs = pairsByNumber(m_loaded, some, m_wanted, others);
            if (!std::ranges::all_of(pairs, [&](const auto& pair) {
                    return isLikely(pair, ours, theirs) && (isOnly || pairs.size() > 1 || haveOnePlace(pair));
                })) {
                return;
            }
            for (const auto& [one, other] : pairs) {
                m_loaded[one].isDone = true;
                m_wanted[other].isDone = true;
                m_pairs.emplace_back(one, other);
            }
        };
        for (const auto& kindOf : {lettersOf, kindOfLast}) { // what is called alike before what is not
            std::map<std::string, std::pair<Ids, Ids>> kinds;
            for (const std::uint32_t id : openOf(m_loaded, from)) {
                kinds[kindOf(m_loaded[id].path)].first.push_back(id);
            }
            for (const std::uint32_t id : openOf(m_wanted, to)) {
                kinds[kindOf(m_wanted[id].path)].second.push_back(id);
            }
            for (const auto& [kind, ids] : kinds) {
                take(ids.first, ids.second);
            }
        }
        take(openOf(m_loaded, from), openOf(m_wanted, to)); // what has other names altogether
    }

    /// What both sides have means the same in both: no encoder becomes a decoder where there is a decoder, too.
    [[nodiscard]] bool isLikely(const Pairs::value_type& pair, const std::set<std::string>& ours,
                                const std::set<std::string>& theirs) const
    {
        const std::string_view from = m_loaded[pair.first].path;
        const std::string_view to = m_wanted[pair.second].path;
        const auto one = wordsIn(from);
        const auto other = wordsIn(to);
        const auto isNew = [](const auto& words, const auto& known, const auto& taken) {
            return std::ranges::none_of(
                words, [&](const std::string& word) { return !known.contains(word) && taken.contains(word); });
        };
        const bool isInside = prefix(from).starts_with(prefix(to)) || prefix(to).starts_with(prefix(from));
        const bool isThere = m_wantedPaths.contains(from) || m_loadedPaths.contains(to);
        return isNew(one, other, theirs) && isNew(other, one, ours) && (isInside || one == other || !isThere);
    }

    [[nodiscard]] bool haveOnePlace(const Pairs::value_type& pair) const
    {
        const std::string_view from = m_loaded[pair.first].path;
        const std::string_view to = m_wanted[pair.second].path;
        return aroundLast(from) == aroundLast(to) || lettersOf(from) == lettersOf(to);
    }

    [[nodiscard]] static std::string prefix(std::string_view path)
    {
        return path.empty() ? std::string() : std::string(path) + '.';
    }

    /// One rule for all pairs that have the same words and, each in both of its names, the same numbers.
    [[nodiscard]] static RenameRule patternOf(const Words& from, const Words& to, const std::vector<Numbers>& numbers)
    {
        RenameRule rule{.from = {from.front()}, .to = {to.front()}};
        for (std::size_t i = 0; i + 1 < from.size(); ++i) {
            const std::int64_t first = numbers.front()[i];
            if (std::ranges::all_of(numbers, [&](const Numbers& one) { return one[i] == first; })) {
                rule.from.back() += std::to_string(first) + from[i + 1];
                rule.to.back() += std::to_string(first) + to[i + 1];
            } else {
                rule.from.push_back(from[i + 1]);
                rule.to.push_back(to[i + 1]);
            }
        }
        for (std::vector<std::string>* side : {&rule.from, &rule.to}) {
            side->back() += '.';
            if (side->size() > 1) {
                side->emplace_back();
            }
        }
        return rule;
    }

    [[nodiscard]] std::vector<RenameRule> rules() const
    {
        struct Likes {
            Pairs pairs;
            std::vector<Numbers> numbers;
        };
        std::map<std::pair<Words, Words>, Likes> likes;
        Pairs single;
        for (const auto& pair : m_pairs) {
            const std::string_view from = m_loaded[pair.first].path;
            const std::string_view to = m_wanted[pair.second].path;
            Numbers numbers = numbersIn(from);
            if (numbers.empty() || numbers != numbersIn(to)) {
                single.push_back(pair);
                continue;
            }
            Likes& of = likes[{betweenNumbers(from), betweenNumbers(to)}];
            of.pairs.push_back(pair);
            of.numbers.push_back(std::move(numbers));
        }
        std::vector<RenameRule> found;
        for (const auto& [words, of] : likes) {
            RenameRule rule = patternOf(words.first, words.second, of.numbers);
            if (of.pairs.size() > 1 && likes.size() <= kMostRules && doTheirPart({rule}, of.pairs)) {
                found.push_back(std::move(rule));
            } else {
                single.insert(single.end(), of.pairs.begin(), of.pairs.end());
            }
        }
        if (single.size() + found.size() > kMostRules) {
            return {};
        }
        std::ranges::sort(single, {}, &Pairs::value_type::second); // in the order of the model
        found = inOrder(std::move(found), single);
        return doTheirPart(found, m_pairs) ? found : std::vector<RenameRule>();
    }

    /// Whether rules rename what is in these modules as they shall, and nothing else.
    [[nodiscard]] bool doTheirPart(const std::vector<RenameRule>& rules, const Pairs& pairs) const
    {
        std::map<std::string, std::string> names;
        for (const auto& [one, other] : pairs) {
            names.emplace(prefix(m_loaded[one].path), prefix(m_wanted[other].path));
        }
        return std::ranges::all_of(m_names, [&](const NamedShape& tensor) {
            std::string wanted(tensor.name);
            const auto place = names.upper_bound(wanted);
            if (place != names.begin() && wanted.starts_with(std::prev(place)->first)) {
                wanted.replace(0, std::prev(place)->first.size(), std::prev(place)->second);
            }
            std::string name(tensor.name);
            for (const RenameRule& rule : rules) {
                name = applyRename(rule, name).value_or(std::move(name));
            }
            return name == wanted;
        });
    }

    /// A name that a rule gives must not be changed by one that comes after it: what shifts numbers up begins with the
    /// last. Nothing where names go round in a circle.
    [[nodiscard]] std::vector<RenameRule> inOrder(std::vector<RenameRule> rules, const Pairs& single) const
    {
        for (const auto& [one, other] : single) {
            rules.push_back(prefixRule(prefix(m_loaded[one].path), prefix(m_wanted[other].path)));
        }
        const auto clashes = [](const RenameRule& first, const RenameRule& later) {
            const std::string& made = first.to.front();
            const std::string& taken = later.from.front();
            return first.isPrefix() && later.isPrefix() && (made.starts_with(taken) || taken.starts_with(made));
        };
        std::vector<RenameRule> ordered;
        while (!rules.empty()) {
            const auto next = std::ranges::find_if(rules, [&](const RenameRule& rule) {
                return std::ranges::none_of(
                    rules, [&](const RenameRule& later) { return &later != &rule && clashes(rule, later); });
            });
            if (next == rules.end()) {
                return {};
            }
            ordered.push_back(std::move(*next));
            rules.erase(next);
        }
        return ordered;
    }

    Modules m_wanted;
    Modules m_loaded;
    std::unordered_set<std::string_view> m_wantedPaths;
    std::unordered_set<std::string_view> m_loadedPaths;
    std::span<const NamedShape> m_names; ///< those that are loaded
    Pairs m_pairs;
};

} // namespace

ModuleAlignment alignModules(std::span<const NamedShape> wanted, std::span<const NamedShape> loaded)
{
    return Aligner(wanted, loaded).align();
}

} // namespace cairn::checkpoint
