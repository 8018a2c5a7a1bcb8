#include "core/convert/common/selection.h"

#include "core/base/text/duplicate_name.h"
#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cairn::convert {

namespace {

bool hasPrefix(std::string_view name, std::string_view prefix)
{
    // "model" is a key and not the beginning of "model_ema"; "module." says itself where it ends.
    const bool endsKey = prefix.ends_with('.') || name.size() == prefix.size() ||
                         (name.size() > prefix.size() && name[prefix.size()] == '.');
    return name.starts_with(prefix) && endsKey;
}

/// What each star of a pattern stands for, the first ones as short as they can be; nothing if it does not fit.
std::optional<std::vector<std::string_view>> matchStars(std::string_view pattern, std::string_view name)
{
    const std::size_t first = pattern.find('*');
    if (!name.starts_with(pattern.substr(0, first))) {
        return std::nullopt;
    }
    name.remove_prefix(first);
    pattern.remove_prefix(first + 1);
    std::vector<std::string_view> runs;
    for (std::size_t star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
        const std::size_t place = name.find(pattern.substr(0, star));
        if (place == std::string_view::npos) {
            return std::nullopt;
        }
        runs.push_back(name.substr(0, place));
        name.remove_prefix(place + star);
        pattern.remove_prefix(star + 1);
    }
    if (!name.ends_with(pattern)) {
        return std::nullopt;
    }
    runs.push_back(name.substr(0, name.size() - pattern.size()));
    return runs;
}

std::string fillStars(std::string_view pattern, const std::vector<std::string_view>& runs)
{
    std::string text;
    std::size_t next = 0;
    for (const char c : pattern) {
        if (c == '*') {
            text += runs[next++];
        } else {
            text += c;
        }
    }
    return text;
}

Result<RenameRule> parseRename(const std::string& text)
{
    const std::size_t sign = text.find('=');
    if (sign == 0) {
        return fail(error(ErrorCode::Usage, message("--rename %1 does not say which names", inQuotes(text)))
                        .fix(message("To put %1 in front of all of them write %2", inQuotes(text.substr(1)),
                                     inQuotes("*=" + text.substr(1) + "*"))));
    }
    if (sign == std::string::npos) {
        return fail(
            error(ErrorCode::Usage, message("--rename %1 is no rule", inQuotes(text)))
                .fix(message("Write it as OLD=NEW: module.= takes a prefix away, model_ema.*=model.* changes one")));
    }
    if (text.substr(sign).starts_with("=>")) {
        return fail(
            error(ErrorCode::Usage, message("--rename %1 would begin a name with %2", inQuotes(text), inQuotes(">")))
                .fix(message("Write it as OLD=NEW")));
    }
    RenameRule rule{text.substr(0, sign), text.substr(sign + 1)};
    if (std::ranges::count(rule.from, '*') != std::ranges::count(rule.to, '*')) {
        return fail(error(ErrorCode::Usage, message("--rename %1 has not as many stars on both sides", inQuotes(text)))
                        .because(message("Each star on the right is what the star at its place on the left stood for"))
                        .fix(message("For a prefix write model_ema.*=model.* or model_ema=model")));
    }
    return rule;
}

} // namespace

bool patternCovers(std::string_view pattern, std::string_view name)
{
    if (globMatches(pattern, name)) {
        return true;
    }
    if (pattern.ends_with(".*") && globMatches(pattern.substr(0, pattern.size() - 2), name)) {
        return true; // what is in it goes, so it goes
    }
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        if (globMatches(pattern, name.substr(0, dot))) {
            return true;
        }
    }
    return false;
}

std::optional<std::string> applyRename(const RenameRule& rule, std::string_view name)
{
    if (rule.from.find('*') == std::string::npos) {
        if (!hasPrefix(name, rule.from)) {
            return std::nullopt;
        }
        std::string_view rest = name.substr(rule.from.size());
        if (rule.to.empty() && rest.starts_with('.')) {
            rest.remove_prefix(1);
        }
        return rule.to + std::string(rest);
    }
    // The name itself, or that of a group it is in, the innermost first.
    for (std::size_t end = name.size(); end != std::string_view::npos && end != 0; end = name.rfind('.', end - 1)) {
        if (const auto runs = matchStars(rule.from, name.substr(0, end))) {
            return fillStars(rule.to, *runs).append(name.substr(end));
        }
    }
    return std::nullopt;
}

Result<Selection> Selection::make(std::vector<std::string> keep, std::vector<std::string> drop,
                                  std::span<const std::string> renames)
{
    Selection selection;
    for (std::string& text : keep) {
        selection.m_keep.push_back({std::move(text)});
    }
    for (std::string& text : drop) {
        selection.m_drop.push_back({std::move(text)});
    }
    for (const std::string& text : renames) {
        CAIRN_ASSIGN(rule, parseRename(text));
        selection.m_renames.push_back({std::move(rule)});
    }
    return selection;
}

bool Selection::anyCovers(std::vector<Pattern>& patterns, std::string_view name)
{
    bool found = false;
    for (Pattern& pattern : patterns) { // all of them: each has to be known as used
        if ((!found || !pattern.used) && patternCovers(pattern.text, name)) {
            pattern.used = true;
            found = true;
        }
    }
    return found;
}

bool Selection::dropsAll(std::string_view name)
{
    return anyCovers(m_drop, name) || isOfOptimizer(name);
}

void Selection::dropOptimizer(const checkpoint::Checkpoint& source)
{
    m_dropsOptimizer = true;
    const LargeVector<std::uint8_t> rows = checkpoint::optimizerRows(source);
    for (checkpoint::EntryId id = 1; id < rows.size(); ++id) {
        if (rows[id] != 0 && rows[source.entries()[id].parent] == 0) {
            m_optimizers.insert(source.entryName(id));
        }
    }
}

bool Selection::isOfOptimizer(std::string_view name) const
{
    if (m_optimizers.empty()) {
        return false;
    }
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        if (m_optimizers.contains(name.substr(0, dot))) {
            return true;
        }
    }
    return m_optimizers.contains(name);
}

Result<void> Selection::takeAverages(const checkpoint::Checkpoint& source, SecondNames secondNames)
{
    CAIRN_ASSIGN(averages,
                 averagesAsModel(source, [this](std::string_view name) { return dropsAll(name); }, secondNames));
    m_averages = std::make_shared<const AveragesAsModel>(std::move(averages));
    return {};
}

/// A group can be named with the dot that follows it.
std::string Selection::nameAsModel(std::string_view name) const
{
    if (!m_averages) {
        return std::string(name);
    }
    const bool hasDot = name.ends_with('.');
    const auto found = m_averages->newNames.find(std::string(hasDot ? name.substr(0, name.size() - 1) : name));
    if (found == m_averages->newNames.end()) {
        return std::string(name);
    }
    return hasDot ? found->second + "." : found->second;
}

bool Selection::keeps(std::string_view name)
{
    if (m_averages && m_averages->leftOut.contains(std::string(name))) {
        return false;
    }
    const std::string asModel = nameAsModel(name);
    const bool wanted = m_keep.empty() || anyCovers(m_keep, asModel);
    return !dropsAll(asModel) && wanted;
}

std::string Selection::renamed(std::string_view name)
{
    return renamed(name, [this](std::size_t rule) { m_renames[rule].used = true; });
}

std::string Selection::nameGiven(std::string_view name) const
{
    return renamed(name, [](std::size_t) {});
}

template <typename Used>
std::string Selection::renamed(std::string_view name, Used&& isUsed) const
{
    std::string current = nameAsModel(name);
    for (std::size_t rule = 0; rule < m_renames.size(); ++rule) {
        if (auto next = applyRename(m_renames[rule].rule, current)) {
            current = std::move(*next);
            isUsed(rule);
        }
    }
    return current;
}

std::optional<std::string> Selection::nameFor(std::string_view name)
{
    return keeps(name) ? std::optional(renamed(name)) : std::nullopt;
}

std::vector<std::string> Selection::unusedRules() const
{
    std::vector<std::string> unused;
    const auto add = [&](std::string_view option, const std::string& text) {
        unused.push_back(std::string(option) + " " + inQuotes(text));
    };
    for (const Pattern& pattern : m_keep) {
        if (!pattern.used) {
            add("--keep", pattern.text);
        }
    }
    for (const Pattern& pattern : m_drop) {
        if (!pattern.used) {
            add("--drop", pattern.text);
        }
    }
    if (m_dropsOptimizer && m_optimizers.empty()) {
        unused.emplace_back("--drop-optimizer");
    }
    for (const Rename& rename : m_renames) {
        if (!rename.used) {
            add("--rename", rename.rule.from + "=" + rename.rule.to);
        }
    }
    return unused;
}

Result<void> refuseNameCollisions(std::span<const std::string> oldNames, std::span<const std::string> newNames)
{
    const auto empty = std::ranges::find(newNames, std::string());
    if (empty != newNames.end()) {
        const std::string& old = oldNames[static_cast<std::size_t>(empty - newNames.begin())];
        if (!old.empty()) {
            return fail(error(ErrorCode::UnmetRequest, message("%1 would have no name left", inQuotes(old)))
                            .fix(message("Change the --rename that takes it away")));
        }
    }
    const auto nameOf = [&](std::uint32_t index) { return std::string_view(newNames[index]); };
    const auto twin = findDuplicateName(newNames.size(), nameOf);
    if (!twin) {
        return {};
    }
    const auto first = std::ranges::find(newNames, newNames[*twin]);
    const std::string& other = oldNames[static_cast<std::size_t>(first - newNames.begin())];
    if (other == oldNames[*twin]) { // in a format that has names alone
        return fail(error(ErrorCode::Unsupported, message("two entries are called %1", inQuotes(other)))
                        .because(message("Keys may hold dots, and 1 and \"1\" are two keys"))
                        .fix(message("Write a .pth, which keeps them apart, or leave both out with --drop")));
    }
    return fail(error(ErrorCode::UnmetRequest, message("%1 and %2 would both be called %3", inQuotes(other),
                                                       inQuotes(oldNames[*twin]), inQuotes(*first)))
                    .fix(message("Change the --rename that brings them together, or --drop one of them")));
}

} // namespace cairn::convert
