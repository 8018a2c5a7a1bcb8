#include "core/model/fit_code.h"

#include "core/base/text/glob.h"
#include "core/base/text/python_repr.h"
#include "core/model/fit_text.h"
#include "core/model/model_code.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cairn::model {

using checkpoint::RenameRule;

namespace {

/// What re.sub() takes: a pattern and what is put in its place.
using Substitution = std::pair<std::string, std::string>;

bool isPunctuation(char c)
{
    const bool isWord = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    return c > ' ' && c <= '~' && !isWord;
}

/// A part of a name in a regular expression.
std::string escaped(std::string_view text)
{
    std::string pattern;
    for (const char c : text) {
        pattern += isPunctuation(c) ? std::string("\\") + c : std::string(1, c);
    }
    return pattern;
}

/// What a regular expression puts in place of a name.
std::string replacement(std::string_view text)
{
    std::string made;
    for (const char c : text) {
        made += c == '\\' ? "\\\\" : std::string(1, c);
    }
    return made;
}

/// Of a map, in which # is a number.
std::string withNumber(std::string text, std::string_view sign, std::string_view number)
{
    if (const std::size_t at = text.find(sign); at != std::string::npos) {
        text.replace(at, sign.size(), number);
    }
    return text;
}

/// Names come from files: what is in them is no code.
std::string literal(const std::string& text)
{
    const bool isRaw = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"'; });
    return isRaw && !text.ends_with('\\') ? "r\"" + text + '"' : pythonText(text);
}

/// Whether a run of a map may be in one of the names: of many, most maps need a few.
bool mayBeIn(std::string_view run, std::span<const checkpoint::StateKey> keys)
{
    return run.find('#') != std::string_view::npos || std::ranges::any_of(keys, [&](const checkpoint::StateKey& key) {
               return key.name.find(run) != std::string::npos;
           });
}

/// Empty for a rule that is no text.
std::vector<Substitution> substitutions(const RenameRule& rule, std::span<const checkpoint::StateKey> keys)
{
    if (rule.isPrefix()) {
        return {{"^" + escaped(rule.from.front()), replacement(rule.to.front())}};
    }
    if (rule.from.size() == 2) { // *.adapter=*.other, where it stands last
        return {{"(?s)^(.*)" + escaped(rule.from.back()) + "(?![^.])", "\\1" + replacement(rule.to.back())}};
    }
    if (rule.map == nullptr && rule.from.size() == 3 && rule.from.front().empty()) { // *.wrapper.*=*.*
        return {{escaped(rule.from[1]), replacement(rule.to[1])}};
    }
    if (rule.map == nullptr) { // layer*.*.wrapper.*=layer*.*.*
        std::string pattern = "(?s)^" + escaped(rule.from.front());
        std::string text = replacement(rule.to.front());
        for (std::size_t i = 1; i + 1 < rule.from.size(); ++i) {
            pattern += "(.*?)" + escaped(rule.from[i]);
            text += "\\g<" + std::to_string(i) + '>' + replacement(rule.to[i]);
        }
        return {{pattern, text}};
    }
    std::vector<Substitution> all;
    for (const auto& [one, other] : rule.map->runs) {
        const std::string_view from = rule.map->isBackwards ? other : one;
        const std::string_view to = rule.map->isBackwards ? one : other;
        if (!mayBeIn(from, keys)) {
            continue;
        }
        all.emplace_back("(?<![^.])" + withNumber(escaped(from), "\\#", "(\\d+)") + "(?![^.])",
                         withNumber(replacement(to), "#", "\\1"));
    }
    return all;
}

/// Lines that give the names, if re can.
std::optional<std::string> renamingCode(const Renaming& renaming, std::span<const checkpoint::StateKey> keys)
{
    std::string code;
    if (!renaming.dropped.empty()) {
        code += "state = {key: value for key, value in state.items() if isinstance(key, str)}\n";
    }
    if (!renaming.kept.empty()) {
        std::string prefixes;
        for (const std::string& prefix : renaming.kept) {
            prefixes += (prefixes.empty() ? "" : ", ") + pythonText(prefix);
        }
        prefixes = renaming.kept.size() == 1 ? prefixes : '(' + prefixes + ')';
        code += "state = {key: value for key, value in state.items() if key.startswith(" + prefixes + ")}\n";
    }
    for (const RenameRule& rule : renaming.rules) {
        const std::vector<Substitution> all = substitutions(rule, keys);
        if (all.empty()) {
            return std::nullopt;
        }
        const bool isTakenAway = rule.isPrefix() && rule.to.front().empty();
        if (isTakenAway || (rule.from.size() == 2 && rule.from.back().empty())) {
            const std::string key = isTakenAway ? "key.removeprefix(" + pythonText(rule.from.front()) + ")"
                                                : pythonText(rule.to.front()) + " + key";
            code += "state = {" + key + ": value for key, value in state.items()}\n";
            continue;
        }
        for (const auto& [pattern, text] : all) {
            code += "state = {re.sub(" + literal(pattern) + ", " + literal(text) +
                    ", key): value for key, value in state.items()}\n";
        }
    }
    return code;
}

} // namespace

std::string fitCode(const checkpoint::Checkpoint& checkpoint, const ModelFit& fitted)
{
    const ModelKeys& model = fitted.model;
    const KeyFit& fit = fitted.fit;
    const checkpoint::LoadReport& report = fit.renaming ? fit.renaming->report : fit.report;
    const auto loading = stateCode(checkpoint, fitted.found.group);
    const auto renaming =
        fit.renaming ? renamingCode(*fit.renaming, fitted.found.state.keys) : std::optional<std::string>("");
    if (!loading || !renaming || report.taken == 0) {
        return {};
    }
    // With usual numbers of classes only where nothing in the file says how many.
    const bool canBeMade = !model.making.empty() && (!model.isOfUsualSizes || keysNotCompared(model, fit) == 0);
    std::string code = renaming->find("re.sub(") == std::string::npos ? "" : "import re\n";
    code += "import torch\n" + (canBeMade ? model.imports + "\n" : std::string()) + loading->imports;
    code += "\n" + (canBeMade ? "model = " + model.making + "\n" : "# model: the one that you make\n");
    code += "state = " + loading->state + "\n" + *renaming;
    if (!report.wrong.empty()) { // which torch refuses with strict=False, too
        std::string keys;
        for (const std::string& key : report.wrong) {
            keys += (keys.empty() ? "" : ", ") + pythonText(key);
        }
        code += "for key in [" + keys + "]:\n    state.pop(key)\n";
    }
    return code + "model.load_state_dict(state" + (report.loads() ? ")" : ", strict=False)") + "\n";
}

Message whyNoFitCode(const checkpoint::Checkpoint& checkpoint, const ModelFit& fitted)
{
    const checkpoint::LoadReport& report = fitted.fit.renaming ? fitted.fit.renaming->report : fitted.fit.report;
    return report.taken == 0 ? Message() : whyNoStateCode(checkpoint, fitted.found.group);
}

RenamedCopy renamedCopy(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group, const Renaming& renaming)
{
    const std::string outer = checkpoint.entryName(group);
    RenamedCopy copy;
    const std::string before = outer.empty() ? outer : outer + '.';
    for (const std::string& prefix : renaming.kept) {
        copy.keep.push_back(globEscaped(before + prefix) + '*');
    }
    for (const std::string& key : renaming.dropped) {
        copy.drop.push_back(globEscaped(before + key));
    }
    for (const RenameRule& rule : renaming.rules) {
        copy.renames.push_back(ruleInGroup(rule, outer));
    }
    const checkpoint::FormatTraits& traits = checkpoint.traits();
    copy.isTensorFile = traits.loader != checkpoint::Loader::TorchLoad ||
                        !checkpoint::isDictionary(checkpoint, checkpoint.entries()[group]) || traits.isSetOfFiles;
    copy.pattern = copy.isTensorFile ? "{stem}.renamed.safetensors" : "{stem}.renamed{ext}";
    if (copy.isTensorFile && !outer.empty()) { // whose names are those of the model
        copy.renames.push_back(checkpoint::escapedName(before) + '=');
        if (copy.keep.empty()) {
            copy.keep.push_back(globEscaped(before) + '*');
        }
    }
    return copy;
}

} // namespace cairn::model
