#include "app/cli/common/unused_rules.h"

#include "core/base/text/glob.h"
#include "core/base/text/near_name.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/common/selection.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::EntryId;

namespace {

std::string dtypesOf(const Checkpoint& source)
{
    std::string names;
    for (const auto& [name, usage] : source.usageByDtype()) {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

/// Names of entries, and what stands before the dots in them. Of very many those of the first, which are the groups
/// further up, and none that nobody would type.
std::vector<std::string> namesIn(const Checkpoint& source)
{
    constexpr std::size_t most = 10'000;
    constexpr std::size_t longest = 500;
    std::vector<std::string> names;
    std::unordered_set<std::string> known;
    for (EntryId id = 1; id < std::min(source.entries().size(), most); ++id) {
        std::string name = source.entryName(id);
        while (name.size() <= longest && names.size() < most && known.insert(name).second) {
            names.push_back(name);
            name.resize(std::min(name.rfind('.'), name.size()));
        }
    }
    return names;
}

/// `; did you mean "model.head.bias" or "ema.head.bias"?`: names that end in what was typed, which is no whole name.
std::string innerNames(const std::string& name, const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    std::string text;
    std::size_t count = 0;
    for (const std::string& full : names) {
        if (!name.empty() && full.ends_with('.' + name) && ++count <= most) {
            text += (count == 1 ? "" : " or ") + inQuotes(full);
        }
    }
    if (count > most) {
        text += " or one of " + groupedDigits(count - most) + " more";
    }
    return count == 0 ? text : "; did you mean " + text + '?';
}

/// What a rename of names as a module has them would be in a training, where they lie in a group, or in several; empty
/// if they do not.
std::string renameInGroup(const std::string& rule, const Checkpoint& source)
{
    const std::size_t equals = checkpoint::signOfRule(rule);
    std::string from = rule.substr(0, equals);
    std::string to = equals == std::string::npos ? std::string() : rule.substr(equals + 1);
    const bool isPrefix = from.ends_with('.') && (to.empty() || to.ends_with('.'));
    const std::string name = checkpoint::unescapedName(from.substr(0, from.find_last_not_of(".*") + 1));
    std::string group;
    for (const std::string& full : namesIn(source)) {
        if (!name.empty() && full.ends_with('.' + name)) {
            group = group.empty() ? checkpoint::escapedName(full.substr(0, full.size() - name.size())) : "*.";
        }
    }
    const bool isRename = equals != std::string::npos && !group.empty() && (isPrefix || !to.empty());
    const std::string rest = isPrefix ? "*" : "";
    return isRename ? group + from + rest + '=' + group + to + rest : std::string();
}

} // namespace

std::string matchedNothing(const std::string& rule, const Checkpoint& source)
{
    if (rule == "--drop-optimizer") {
        return rule + " found nothing that an optimizer keeps";
    }
    const std::string text = rule + " matched nothing";
    if (rule.starts_with("--cast")) {
        const std::string dtypes = dtypesOf(source);
        const std::size_t colon = rule.find(':');
        const std::string glob = colon == std::string::npos ? "*" : rule.substr(colon + 1, rule.rfind('"') - colon - 1);
        const bool fits = std::ranges::any_of(source.tensors(), [&](const checkpoint::Tensor& tensor) {
            return convert::patternCovers(glob, source.entryName(tensor.entry));
        });
        if (!fits) {
            return text + "; no tensor has a name as " + inQuotes(glob) + nearestEntryHint(glob, source);
        }
        return dtypes.empty() ? text : text + "; the file has " + dtypes;
    }
    const std::size_t begin = std::min(rule.find('"'), rule.size() - 1) + 1;
    const std::string words = rule.substr(begin, rule.rfind('"') - begin);
    if (const std::string inner = renameInGroup(words, source); !inner.empty()) {
        return text + "; did you mean --rename " + shellWord(inner) + "?";
    }
    return text + nearestEntryHint(checkpoint::unescapedName(words.substr(0, checkpoint::signOfRule(words))), source);
}

std::string nearestEntryHint(std::string name, const Checkpoint& source)
{
    const std::string typed = name;
    name.resize(std::min(name.find_last_not_of(".*") + 1, name.size()));
    const std::vector<std::string> names = namesIn(source);
    if (const std::string escaped = globEscaped(typed); escaped != typed && std::ranges::count(names, typed) != 0) {
        return "; as a pattern it does not fit the entry of that name, which " + inQuotes(escaped) + " does";
    }
    const std::string inner = innerNames(name, names);
    return inner.empty() ? nearestHint(name, names).text() : inner;
}

} // namespace cairn::cli
