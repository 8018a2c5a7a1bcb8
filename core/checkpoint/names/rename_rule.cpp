#include "core/checkpoint/names/rename_rule.h"

#include "core/base/text/near_name.h"
#include "core/base/text/text.h"

namespace cairn::checkpoint {

namespace {

bool hasPrefix(std::string_view name, std::string_view prefix)
{
    // "model" is a key and not the beginning of "model_ema"; "module." says itself where it ends.
    const bool endsKey = prefix.ends_with('.') || name.size() == prefix.size() ||
                         (name.size() > prefix.size() && name[prefix.size()] == '.');
    return name.starts_with(prefix) && endsKey;
}

/// What each star between these texts stands for, the first ones as short as they can be; nothing if it does not fit.
std::optional<std::vector<std::string_view>> matchStars(const std::vector<std::string>& texts, std::string_view name)
{
    if (!name.starts_with(texts.front())) {
        return std::nullopt;
    }
    name.remove_prefix(texts.front().size());
    std::vector<std::string_view> runs;
    for (std::size_t i = 1; i + 1 < texts.size(); ++i) {
        const std::size_t place = name.find(texts[i]);
        if (place == std::string_view::npos) {
            return std::nullopt;
        }
        runs.push_back(name.substr(0, place));
        name.remove_prefix(place + texts[i].size());
    }
    if (!name.ends_with(texts.back())) {
        return std::nullopt;
    }
    runs.push_back(name.substr(0, name.size() - texts.back().size()));
    return runs;
}

std::string fillStars(const std::vector<std::string>& texts, const std::vector<std::string_view>& runs)
{
    std::string text = texts.front();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        text.append(runs[i]).append(texts[i + 1]);
    }
    return text;
}

/// The first sign of this kind that has no backslash before it.
std::size_t findSign(std::string_view text, char sign)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == sign) {
            return i;
        }
        i += text[i] == '\\' ? 1U : 0U;
    }
    return std::string_view::npos;
}

/// What is between the stars of one side of a rule.
std::vector<std::string> betweenStars(std::string_view side)
{
    std::vector<std::string> texts;
    for (std::size_t star = findSign(side, '*'); star != std::string_view::npos; star = findSign(side, '*')) {
        texts.push_back(unescapedName(side.substr(0, star)));
        side.remove_prefix(star + 1);
    }
    texts.push_back(unescapedName(side));
    return texts;
}

/// One side of a rule as text.
std::string sideText(const std::vector<std::string>& texts)
{
    std::string side;
    for (const std::string& text : texts) {
        side += (&text == texts.data() ? "" : "*") + escapedName(text);
    }
    return side;
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

RenameRule prefixRule(const std::string& from, const std::string& to)
{
    return {.from = {from}, .to = {to}};
}

bool canBeInRule(std::string_view text)
{
    return !text.contains('\0');
}

Result<RenameRule> parseRename(const std::string& text)
{
    const std::size_t sign = signOfRule(text);
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
    RenameRule rule{.from = betweenStars(text.substr(0, sign)), .to = betweenStars(text.substr(sign + 1))};
    const bool isPrefix = rule.from.size() > 1 && rule.from.back().ends_with('.') &&
                          (rule.to.back().empty() || rule.to.back().ends_with('.'));
    if (isPrefix) { // no name ends with a dot: layer*.=blocks.*. is layer*.*=blocks.*.*
        rule.from.emplace_back();
        rule.to.emplace_back();
    }
    if (rule.from.size() != rule.to.size()) {
        return fail(error(ErrorCode::Usage, message("--rename %1 has not as many stars on both sides", inQuotes(text)))
                        .because(message("Each star on the right is what the star at its place on the left stood for"))
                        .fix(message("For a prefix write model_ema.*=model.* or model_ema=model")));
    }
    return rule;
}

std::string renameText(const RenameRule& rule)
{
    if (rule.map != nullptr) {
        return "@" + std::string(rule.map->name);
    }
    const std::string to = sideText(rule.to);
    return sideText(rule.from) + (to.starts_with('>') ? "=\\" : "=") + to; // => is what many mistype
}

std::size_t signOfRule(std::string_view rule)
{
    return findSign(rule, '=');
}

std::string unescapedName(std::string_view text)
{
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        i += text[i] == '\\' && i + 1 < text.size() ? 1U : 0U;
        name += text[i];
    }
    return name;
}

std::string escapedName(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        text += std::string_view("\\*=").contains(c) ? "\\" : "";
        text += c;
    }
    return text;
}

std::optional<std::string> applyRename(const RenameRule& rule, std::string_view name)
{
    if (rule.map != nullptr) {
        return renamedByMap(*rule.map, name);
    }
    if (rule.isPrefix()) {
        const std::string& from = rule.from.front();
        const std::string& to = rule.to.front();
        if (!hasPrefix(name, from)) {
            return std::nullopt;
        }
        std::string_view rest = name.substr(from.size());
        if (to.empty() && rest.starts_with('.')) {
            rest.remove_prefix(1);
        }
        return to + std::string(rest);
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
