#include "core/checkpoint/names/rename_rule.h"

#include "core/base/text/near_name.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <vector>

namespace cairn::checkpoint {

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

Result<RenameRule> keyMapRule(const std::string& text)
{
    const std::string name = text.substr(1);
    if (const KeyMap* map = keyMapNamed(name)) {
        return RenameRule{.from = {}, .to = {}, .map = map};
    }
    std::vector<std::string> names;
    for (const KeyMap& map : keyMaps()) {
        names.emplace_back(map.name);
    }
    return fail(
        error(ErrorCode::Usage, message("--rename %1 names no map of keys%2", inQuotes(text), nearestHint(name, names)))
            .fix(message("`cairn-cli fit --maps` lists them")));
}

} // namespace

Result<RenameRule> parseRename(const std::string& text)
{
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos && text.starts_with('@')) {
        return keyMapRule(text);
    }
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
    RenameRule rule{.from = text.substr(0, sign), .to = text.substr(sign + 1)};
    if (std::ranges::count(rule.from, '*') != std::ranges::count(rule.to, '*')) {
        return fail(error(ErrorCode::Usage, message("--rename %1 has not as many stars on both sides", inQuotes(text)))
                        .because(message("Each star on the right is what the star at its place on the left stood for"))
                        .fix(message("For a prefix write model_ema.*=model.* or model_ema=model")));
    }
    return rule;
}

std::string renameText(const RenameRule& rule)
{
    return rule.map != nullptr ? "@" + std::string(rule.map->name) : rule.from + "=" + rule.to;
}

std::optional<std::string> applyRename(const RenameRule& rule, std::string_view name)
{
    if (rule.map != nullptr) {
        return renamedByMap(*rule.map, name);
    }
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

} // namespace cairn::checkpoint
