#include "core/model/numbering.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace cairn::model {

namespace {

struct NumberedName {
    std::string_view stem;
    std::uint64_t number = 0;
};

std::optional<NumberedName> numberedName(std::string_view name)
{
    constexpr std::size_t mostDigits = 9;
    std::size_t begin = name.size();
    while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9') {
        --begin;
    }
    const std::string_view digits = name.substr(begin);
    if (digits.empty() || digits.size() > mostDigits || (digits.size() > 1 && digits[0] == '0')) {
        return std::nullopt;
    }
    NumberedName found{.stem = name.substr(0, begin)};
    std::from_chars(digits.data(), digits.data() + digits.size(), found.number);
    return found;
}

std::string rangeText(std::uint64_t first, std::uint64_t last)
{
    return first == last ? std::to_string(first) : std::to_string(first) + '-' + std::to_string(last);
}

std::string pathOf(const ModuleTree& tree, std::uint32_t id)
{
    std::string path;
    for (; id != 0; id = tree[id].parent) {
        path = std::string(tree[id].name) + (path.empty() ? "" : "." + path);
    }
    return path;
}

/// The numbers that are missing between those that are alike, as "3, 17-19". What is missing beside one of another kind
/// may well have no weights.
std::string gapsIn(const std::vector<std::uint64_t>& numbers, const std::vector<std::uint64_t>& alike,
                   bool startsAtZero)
{
    constexpr std::size_t mostGaps = 8;
    const auto isAlike = [&](std::uint64_t number) { return std::ranges::binary_search(alike, number); };
    std::string text;
    std::size_t gaps = 0;
    std::uint64_t next = startsAtZero ? 0 : numbers.front();
    for (const std::uint64_t number : numbers) {
        const bool isBetween = isAlike(number) && (next == 0 || isAlike(next - 1));
        if (number > next && isBetween && ++gaps <= mostGaps) {
            text += (text.empty() ? "" : ", ") + rangeText(next, number - 1);
        }
        next = number + 1;
    }
    return gaps > mostGaps ? text + ", ..." : text;
}

/// Modules that only blocks of one kind are in: they count from 0.
bool namesBlocks(std::string_view name)
{
    constexpr std::array<std::string_view, 6> names = {"layers", "layer", "blocks", "block", "h", "resblocks"};
    return std::ranges::find(names, name) != names.end();
}

void addGaps(const ModuleTree& tree, std::uint32_t id, std::vector<Issue>& issues)
{
    const Module& module = tree[id];
    std::vector<std::uint64_t> numbers;
    std::map<std::uint64_t, std::vector<std::uint64_t>> alike; // the same, by what is in them
    bool areBlocks = true;
    tree.forEachChild(module, [&](std::uint32_t child) {
        const auto numbered = numberedName(tree[child].name);
        // A layer by itself may stand beside one without weights: Linear, ReLU, Linear.
        areBlocks = areBlocks && numbered && numbered->stem.empty() && tree[child].firstChild != kNoModule;
        numbers.push_back(numbered ? numbered->number : 0);
        alike[tree[child].signature].push_back(numbers.back());
    });
    if (!areBlocks || numbers.size() < 2) {
        return;
    }
    // A few may be of their own kind, as the first block of T5, and those with experts.
    auto& most = std::ranges::max_element(alike, {}, [](const auto& kind) { return kind.second.size(); })->second;
    std::ranges::sort(most);
    std::ranges::sort(numbers);
    const auto isNext = [](std::uint64_t a, std::uint64_t b) { return a + 1 == b; };
    if (most.size() * 2 <= numbers.size() || std::ranges::adjacent_find(most, isNext) == most.end()) {
        return; // every second one, as where something without weights is between them
    }
    const std::string gaps = gapsIn(numbers, most, namesBlocks(module.name));
    if (!gaps.empty()) {
        issues.push_back({.code = ErrorCode::PieceGap,
                          .severity = Severity::Info,
                          .message = message(
                              "There is nothing of %1, though all others up to %2 are there: it is missing, or has no "
                              "weights",
                              inQuotes((id == 0 ? "" : pathOf(tree, id) + ".") + gaps), std::to_string(numbers.back())),
                          .path = tree.weights().prefix + pathOf(tree, id)});
    }
}

/// What is in a module and those below it, by names from there on: "attn.bias".
std::set<std::string> namesIn(const ModuleTree& tree, std::uint32_t module)
{
    std::set<std::string> names;
    std::vector<std::pair<std::uint32_t, std::string>> open;
    open.emplace_back(module, std::string());
    while (!open.empty()) {
        const std::uint32_t id = open.back().first;
        const std::string prefix = std::move(open.back().second);
        open.pop_back();
        tree.forEachOwn(tree[id],
                        [&](std::uint32_t weight) { names.insert(prefix + std::string(tree.ownName(weight))); });
        tree.forEachChild(tree[id], [&](std::uint32_t child) {
            open.emplace_back(child, prefix + std::string(tree[child].name) + '.');
        });
    }
    return names;
}

void addOddBlock(const ModuleTree& tree, const Module& module, std::vector<Issue>& issues)
{
    constexpr std::size_t fewestBlocks = 4;
    constexpr std::size_t mostNames = 3;
    std::map<std::uint64_t, std::vector<std::uint32_t>> kinds; // by what is in them
    std::size_t count = 0;
    bool areBlocks = true;
    tree.forEachChild(module, [&](std::uint32_t child) {
        const auto numbered = numberedName(tree[child].name);
        areBlocks = areBlocks && numbered && numbered->stem.empty();
        kinds[tree[child].signature].push_back(child);
        ++count;
    });
    if (!areBlocks || count < fewestBlocks || kinds.size() != 2) {
        return;
    }
    const auto isAlone = [](const auto& kind) { return kind.second.size() == 1; };
    const auto odd = std::ranges::find_if(kinds, isAlone);
    const auto most = std::ranges::find_if_not(kinds, isAlone);
    if (odd == kinds.end() || most == kinds.end()) {
        return;
    }
    const std::set<std::string> all = namesIn(tree, most->second.front());
    const std::set<std::string> own = namesIn(tree, odd->second.front());
    if (own.size() == all.size() || !std::ranges::includes(all, own)) {
        return; // of other shapes, or made in another way
    }
    std::vector<std::string> lacking;
    std::ranges::set_difference(all, own, std::back_inserter(lacking));
    issues.push_back({.code = ErrorCode::PieceGap,
                      .severity = Severity::Info,
                      .message = message("it has no %1, as all of the %2 others have", listOf(lacking, mostNames),
                                         std::to_string(count - 1)),
                      .path = tree.weights().prefix + pathOf(tree, odd->second.front())});
}

/// A name such as "model-00002-of-00005.safetensors".
struct SetName {
    std::string before;
    std::string number;
    std::string count;
    std::string after;
};

std::optional<SetName> setName(const std::string& name)
{
    constexpr std::string_view of = "-of-";
    constexpr std::size_t mostDigits = 5;
    const std::size_t at = name.rfind(of);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    std::size_t begin = at;
    while (begin > 0 && isDigit(name[begin - 1])) {
        --begin;
    }
    std::size_t end = at + of.size();
    while (end < name.size() && isDigit(name[end])) {
        ++end;
    }
    SetName found{.before = name.substr(0, begin),
                  .number = name.substr(begin, at - begin),
                  .count = name.substr(at + of.size(), end - at - of.size()),
                  .after = name.substr(end)};
    const bool isSet =
        !found.number.empty() && found.number.size() == found.count.size() && found.count.size() <= mostDigits;
    return isSet ? std::optional(found) : std::nullopt;
}

/// The name of another file of a set.
std::string nameInSet(const SetName& set, std::uint32_t number)
{
    const std::string digits = std::to_string(number);
    return set.before + std::string(set.count.size() - std::min(set.count.size(), digits.size()), '0') + digits +
           "-of-" + set.count + set.after;
}

std::uint32_t numberOf(const std::string& digits)
{
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

constexpr std::uint32_t kMostFiles = 10'000; // of a set

void addMissingFiles(const std::string& path, std::vector<Issue>& issues)
{
    const std::filesystem::path file(path);
    const auto set = setName(file.filename().string());
    if (!set) {
        return;
    }
    const std::uint32_t count = numberOf(set->count);
    // Some count from 0, most from 1.
    const auto isThere = [&](std::uint32_t number) {
        std::error_code failure;
        return std::filesystem::exists(file.parent_path() / nameInSet(*set, number), failure);
    };
    const std::uint32_t first = isThere(0) ? 0 : 1;
    std::vector<std::uint64_t> missing;
    for (std::uint32_t i = 0; i < std::min(count, kMostFiles); ++i) {
        if (!isThere(first + i)) {
            missing.push_back(first + i);
        }
    }
    std::string list;
    for (std::size_t i = 0; i < missing.size();) {
        std::size_t end = i + 1;
        while (end < missing.size() && missing[end] == missing[end - 1] + 1) {
            ++end;
        }
        list += (list.empty() ? "" : ", ") + rangeText(missing[i], missing[end - 1]);
        i = end;
    }
    if (!missing.empty()) {
        issues.push_back({.code = ErrorCode::ShardMissing,
                          .severity = Severity::Warning,
                          .message = message("this is one of %1 files, and of the others these are not here: %2",
                                             std::to_string(count), shortened(list)),
                          .path = {}});
    } else if (count > 1) {
        issues.push_back({.code = ErrorCode::ShardMissing,
                          .severity = Severity::Info,
                          .message = message("this is one of %1 files, which are all here; what is said is of this one",
                                             std::to_string(count)),
                          .path = {}});
    }
}

/// Children in the order of the file. Some formats sort names, 10 before 2: then those of one stem stand together.
std::vector<std::uint32_t> orderedChildren(const ModuleTree& tree, const Module& module)
{
    struct Child {
        std::uint32_t id = 0;
        std::size_t place = 0; ///< of the first one with its stem
        std::uint64_t number = 0;
    };
    std::vector<Child> children;
    std::unordered_map<std::string_view, Child> stems; // the last one of each
    bool isSortedByLetters = false;
    tree.forEachChild(module, [&](std::uint32_t id) {
        Child child{.id = id, .place = children.size()};
        if (const auto name = numberedName(tree[id].name)) {
            child.number = name->number;
            const auto [found, isNew] = stems.try_emplace(name->stem, child);
            child.place = found->second.place;
            isSortedByLetters = isSortedByLetters || (!isNew && name->number < found->second.number);
            found->second.number = name->number;
        }
        children.push_back(child);
    });
    if (isSortedByLetters) {
        std::ranges::sort(children, {},
                          [](const Child& child) { return std::tuple(child.place, child.number, child.id); });
    }
    std::vector<std::uint32_t> ids;
    ids.reserve(children.size());
    for (const Child& child : children) {
        ids.push_back(child.id);
    }
    return ids;
}

} // namespace

std::vector<Run> runsOf(const ModuleTree& tree, const Module& module)
{
    std::vector<Run> runs;
    std::optional<NumberedName> last;
    std::uint64_t first = 0;
    for (const std::uint32_t id : orderedChildren(tree, module)) {
        const auto name = numberedName(tree[id].name);
        const bool goesOn = !runs.empty() && name && last && name->stem == last->stem &&
                            name->number == last->number + 1 &&
                            tree[runs.back().modules.front()].signature == tree[id].signature;
        if (goesOn) {
            runs.back().modules.push_back(id);
            runs.back().numbers = rangeText(first, name->number);
        } else {
            runs.push_back({.modules = {id}, .stem = name ? std::string(name->stem) : std::string(), .numbers = {}});
            first = name ? name->number : 0;
        }
        last = name;
    }
    return runs;
}

std::vector<std::string> namesMissingAmong(std::span<const std::string> paths)
{
    std::map<std::string, std::pair<SetName, std::set<std::uint32_t>>> sets; // by the name of their file 0
    for (const std::string& path : paths) {
        if (const auto set = setName(path.substr(path.rfind('/') + 1))) {
            const auto found = sets.try_emplace(nameInSet(*set, 0), *set, std::set<std::uint32_t>()).first;
            found->second.second.insert(numberOf(set->number));
        }
    }
    std::vector<std::string> missing;
    for (const auto& [name, known] : sets) {
        const auto& [set, numbers] = known;
        const std::uint32_t first = numbers.contains(0) ? 0 : 1; // most count from 1
        for (std::uint32_t i = first; i < first + std::min(numberOf(set.count), kMostFiles); ++i) {
            if (!numbers.contains(i)) {
                missing.push_back(nameInSet(set, i));
            }
        }
    }
    return missing;
}

std::vector<Issue> numberingIssues(const ModuleTree& tree)
{
    constexpr std::size_t mostIssues = 32;
    std::vector<Issue> issues;
    addMissingFiles(tree.weights().checkpoint->path(), issues);
    for (std::uint32_t id = 0; id < tree.modules().size() && issues.size() < mostIssues; ++id) {
        addGaps(tree, id, issues);
    }
    return issues;
}

std::vector<Issue> oddBlocks(const ModuleTree& tree)
{
    std::vector<Issue> issues;
    for (const Module& module : tree.modules()) {
        addOddBlock(tree, module, issues);
    }
    return issues;
}

} // namespace cairn::model
