#include "core/model/key_fit.h"

#include "core/checkpoint/names/adapter_rules.h"
#include "core/checkpoint/names/module_alignment.h"
#include "core/checkpoint/wrapper_names.h"
#include "core/model/fingerprint.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace cairn::model {

using checkpoint::LoadReport;
using checkpoint::RenameRule;
using checkpoint::StateKey;
using checkpoint::StateKeys;

namespace {

std::string inGroup(const std::string& group, const std::string& name)
{
    return group.empty() ? name : group + '.' + name;
}

/// Whether it is of all names: "*=model.*".
bool isForAll(const RenameRule& rule)
{
    return rule.from == std::vector<std::string>(2);
}

/// The same rule for whole names. One that has a star first concerns names wherever they begin.
RenameRule wholeRule(const RenameRule& rule, const std::string& group)
{
    if (rule.map != nullptr || group.empty() || (rule.from.front().empty() && !isForAll(rule))) {
        return rule;
    }
    RenameRule whole = rule;
    whole.from.front() = inGroup(group, rule.from.front());
    whole.to.front() = inGroup(group, rule.to.front());
    return whole;
}

/// Whether a rule for whole names changes that of a key in a group.
bool renameKey(const RenameRule& rule, const std::string& group, std::string& name)
{
    auto renamed = checkpoint::applyRename(rule, inGroup(group, name));
    if (renamed) {
        name = renamed->substr(std::min(group.empty() ? 0 : group.size() + 1, renamed->size()));
    }
    return renamed.has_value();
}

/// Whether a name begins with one of the prefixes, if there are any.
bool isKept(const std::vector<std::string>& prefixes, std::string_view name)
{
    return prefixes.empty() ||
           std::ranges::any_of(prefixes, [&](const std::string& prefix) { return name.starts_with(prefix); });
}

/// The names of a state_dict under some rules, and what a model says of them.
class Trial {
public:
    Trial(const ModelKeys& model, const StateKeys& loaded, const std::string& group)
        : m_model(&model), m_loaded(&loaded), m_group(&group)
    {
        for (const StateKey& key : loaded.keys) {
            m_names.push_back(key.name);
        }
        auto wanted = std::make_shared<WantedKeys>();
        for (const StateKey& key : model.state.keys) {
            wanted->emplace(key.name, &key);
        }
        m_wanted = std::move(wanted);
    }

    /// Whether it changes any name.
    bool apply(const RenameRule& rule)
    {
        RenameRule whole = wholeRule(rule, *m_group);
        bool isChanged = false;
        for (std::string& name : m_names) {
            isChanged |= rename(whole, name);
        }
        if (isChanged) {
            m_rules.push_back(rule);
            m_wholeRules.push_back(std::move(whole));
        }
        return isChanged;
    }

    /// How many keys of the model have a tensor of their shape; none if two names became one.
    [[nodiscard]] std::size_t filled() const
    {
        const std::unordered_set<std::string_view> distinct(m_names.begin(), m_names.end());
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            count += isTaken(i) ? 1U : 0U;
        }
        return distinct.size() == m_names.size() ? count : 0;
    }

    /// Keys of the model that have a tensor of their shape.
    [[nodiscard]] std::set<const StateKey*> filledKeys() const
    {
        std::set<const StateKey*> found;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (isTaken(i)) {
                found.insert(m_wanted->at(m_names[i]));
            }
        }
        return found;
    }

    /// Of prefixes in the file and in the model the pairs that most often leave the same name, likeliest first.
    [[nodiscard]] std::vector<RenameRule> prefixRules() const;

    /// Modules that nothing fills, and those of the file that are the same under other names.
    [[nodiscard]] checkpoint::ModuleAlignment alignment() const;

    /// Whether all that another trial fills has the same tensors here.
    [[nodiscard]] bool fillsAllOf(const Trial& other) const
    {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (other.isTaken(i) && other.m_names[i] != m_names[i]) {
                return false;
            }
        }
        return true;
    }

    void addAsGood(std::string prefix) { m_asGood.push_back(std::move(prefix)); }
    [[nodiscard]] Renaming renaming() const;

private:
    using WantedKeys = std::unordered_map<std::string_view, const StateKey*>;
    using Prefixes = std::pair<std::string, std::string>; ///< in the file and in the model

    /// Keys of the model that nothing fills.
    [[nodiscard]] std::vector<const StateKey*> openKeys() const;
    /// Of keys that are loaded, those whose names end most like that of a key of the model: what is before the common
    /// end, and the first of them.
    [[nodiscard]] std::map<Prefixes, std::size_t> likestNames(const StateKey& wanted,
                                                              std::span<const std::size_t> candidates) const;
    bool rename(const RenameRule& rule, std::string& name) const { return renameKey(rule, *m_group, name); }
    [[nodiscard]] bool isTaken(std::size_t index) const
    {
        const auto found = m_wanted->find(m_names[index]);
        return found != m_wanted->end() && fits(*found->second, m_loaded->keys[index]);
    }
    [[nodiscard]] static bool fits(const StateKey& wanted, const StateKey& loaded)
    {
        return loaded.isTensor && wanted.isTensor && checkpoint::takesShape(wanted, loaded.shape);
    }
    /// What the rules take prefixes from, by the names that the file has.
    [[nodiscard]] std::vector<std::string> prefixesInFile() const;
    [[nodiscard]] LoadReport report(const std::vector<std::string>& kept, std::vector<std::string>* leftOut) const;

    const ModelKeys* m_model;
    const StateKeys* m_loaded;
    const std::string* m_group;
    std::vector<std::string> m_names;           ///< of the keys that are loaded, as they are now
    std::shared_ptr<const WantedKeys> m_wanted; ///< the same for all trials
    std::vector<RenameRule> m_rules;
    std::vector<RenameRule> m_wholeRules; ///< the same for names with that of the group
    std::vector<std::string> m_asGood;
};

/// What two names have in common at their ends, from a dot on or as a whole.
std::size_t commonEnd(std::string_view a, std::string_view b)
{
    std::size_t common = 0;
    std::size_t length = 0;
    while (length < a.size() && length < b.size() && a[a.size() - 1 - length] == b[b.size() - 1 - length]) {
        ++length;
        const bool endsA = length == a.size() || a[a.size() - 1 - length] == '.';
        const bool endsB = length == b.size() || b[b.size() - 1 - length] == '.';
        common = endsA && endsB ? length : common;
    }
    return common;
}

std::string_view lastKey(std::string_view name)
{
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0: all of it
}

std::vector<const StateKey*> Trial::openKeys() const
{
    std::unordered_set<std::string_view> filled;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (isTaken(i)) {
            filled.insert(m_names[i]);
        }
    }
    std::vector<const StateKey*> open;
    for (const StateKey& key : m_model->state.keys) {
        // Of any size there are many: a head is where the rest of its model is.
        const bool isOfAnySize = key.isShapeKnown && key.isOfAnyShape();
        if (key.isTensor && !isOfAnySize && !filled.contains(key.name)) {
            open.push_back(&key);
        }
    }
    return open;
}

std::map<Trial::Prefixes, std::size_t> Trial::likestNames(const StateKey& wanted,
                                                          std::span<const std::size_t> candidates) const
{
    std::size_t longest = 1;
    std::vector<std::size_t> likest;
    for (const std::size_t i : candidates) {
        const std::size_t common = fits(wanted, m_loaded->keys[i]) ? commonEnd(m_names[i], wanted.name) : 0;
        if (common < longest) {
            continue;
        }
        if (common > longest) {
            likest.clear();
        }
        longest = common;
        likest.push_back(i);
    }
    constexpr std::size_t most = 64; // what is like so many others tells nothing
    std::map<Prefixes, std::size_t> best;
    for (const std::size_t i : likest.size() > most ? std::vector<std::size_t>() : likest) {
        best.emplace(Prefixes(m_names[i].substr(0, m_names[i].size() - longest),
                              wanted.name.substr(0, wanted.name.size() - longest)),
                     i);
    }
    return best;
}

std::vector<RenameRule> Trial::prefixRules() const
{
    constexpr std::size_t mostAsked = 48;  // keys of the model, from everywhere in it
    constexpr std::size_t fewestVotes = 4; // one of so many that are asked: it has to fill half of them
    std::unordered_map<std::string_view, std::vector<std::size_t>> byLast;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (!isTaken(i)) {
            byLast[lastKey(m_names[i])].push_back(i);
        }
    }
    struct Votes {
        std::size_t count = 0;
        std::size_t first = 0; ///< a key with that prefix, for their order
    };
    std::map<Prefixes, Votes> votes;
    const std::vector<const StateKey*> open = openKeys();
    const std::size_t step = std::max<std::size_t>(open.size() / mostAsked, 1);
    std::size_t asked = 0;
    for (std::size_t at = 0; at < open.size(); at += step) {
        ++asked;
        for (const auto& [prefixes, index] : likestNames(*open[at], byLast[lastKey(open[at]->name)])) {
            Votes& of = votes[prefixes];
            of.first = of.count == 0 ? index : std::min(of.first, index);
            ++of.count;
        }
    }
    std::vector<std::pair<Votes, RenameRule>> rules;
    for (const auto& [prefixes, of] : votes) {
        const auto& [from, to] = prefixes;
        // A whole name is no prefix: one rule for each tensor is no way to rename a model.
        const bool isPrefix = (from.empty() || from.ends_with('.')) && (to.empty() || to.ends_with('.'));
        if (isPrefix && from != to && checkpoint::canBeInRule(from) && checkpoint::canBeInRule(to) &&
            of.count * fewestVotes >= asked) {
            rules.emplace_back(of, from.empty() ? RenameRule{.from = {"", ""}, .to = {to, ""}}
                                                : checkpoint::prefixRule(from, to));
        }
    }
    std::ranges::sort(rules, [](const auto& a, const auto& b) {
        return std::pair(b.first.count, a.first.first) < std::pair(a.first.count, b.first.first);
    });
    std::vector<RenameRule> likeliest;
    likeliest.reserve(rules.size());
    for (auto& [of, rule] : rules) {
        likeliest.push_back(std::move(rule));
    }
    return likeliest;
}

checkpoint::ModuleAlignment Trial::alignment() const
{
    std::vector<checkpoint::NamedShape> wanted;
    std::vector<checkpoint::NamedShape> loaded;
    const auto isToCompare = [](std::string_view name) {
        return checkpoint::canBeInRule(name) && !isOptionalTensor(lastKey(name));
    };
    for (const StateKey* const key : openKeys()) {
        if (key->isShapeKnown && isToCompare(key->name)) {
            wanted.push_back({.name = key->name, .shape = key->shape});
        }
    }
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const StateKey& key = m_loaded->keys[i];
        if (!isTaken(i) && key.isTensor && isToCompare(m_names[i])) {
            loaded.push_back({.name = m_names[i], .shape = key.shape});
        }
    }
    return checkpoint::alignModules(wanted, loaded);
}

LoadReport Trial::report(const std::vector<std::string>& kept, std::vector<std::string>* leftOut) const
{
    StateKeys renamed;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const std::string& old = m_loaded->keys[i].name;
        if (isKept(kept, old)) {
            renamed.keys.push_back(m_loaded->keys[i]);
            renamed.keys.back().name = m_names[i];
        } else if (leftOut != nullptr) {
            leftOut->push_back(old);
        }
    }
    // Versions are those of modules: a module is called as what is in it.
    constexpr std::string_view own = ".x";
    for (const auto& [module, version] : m_loaded->versions) {
        std::string name = module + std::string(own);
        for (const RenameRule& rule : m_wholeRules) {
            rename(rule, name);
        }
        renamed.versions.emplace(name.ends_with(own) ? name.substr(0, name.size() - own.size()) : std::string(),
                                 version);
    }
    return checkpoint::loadStateDict(m_model->state, renamed);
}

std::vector<std::string> Trial::prefixesInFile() const
{
    std::vector<std::string> found;
    const auto isNew = [&](const std::string& prefix) {
        return std::ranges::none_of(found, [&](const std::string& one) { return prefix.starts_with(one); });
    };
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (!m_rules[i].isPrefix()) {
            continue;
        }
        const std::string& from = m_rules[i].from.front();
        for (std::size_t key = 0; key < m_names.size(); ++key) { // the rules before this one changed names, too
            std::string name = m_loaded->keys[key].name;
            const std::string old = name;
            for (std::size_t before = 0; before < i; ++before) {
                rename(m_wholeRules[before], name);
            }
            if (!name.starts_with(from) || old.empty()) {
                continue;
            }
            // Maps change the lengths of names behind the prefix: it ends at a dot.
            const std::size_t rest = std::min(name.size() - from.size(), old.size() - 1);
            const std::size_t dot = old.find('.', old.size() - rest - 1);
            if (std::string prefix = old.substr(0, dot + 1); dot != std::string::npos && isNew(prefix)) {
                found.push_back(std::move(prefix));
            }
        }
    }
    return found;
}

Renaming Trial::renaming() const
{
    Renaming found{.rules = m_rules, .kept = {}, .leftOut = {}, .asGood = m_asGood, .report = report({}, nullptr)};
    if (found.report.unexpected.empty()) {
        return found;
    }
    // What lies beside the model stays out, if that is all that is too much.
    const std::vector<std::string> kept = prefixesInFile();
    std::vector<std::string> leftOut;
    LoadReport alone = kept.empty() ? LoadReport() : report(kept, &leftOut);
    const bool isAsFull =
        alone.missing.size() + alone.errors.size() <= found.report.missing.size() + found.report.errors.size();
    if (!kept.empty() && !leftOut.empty() && isAsFull) {
        found.kept = kept;
        found.leftOut = std::move(leftOut);
        found.report = std::move(alone);
    }
    return found;
}

/// Whether names are those of the program that a map begins with: others may have some of its words, too.
bool isOfMap(const checkpoint::KeyMap& map, const StateKeys& loaded)
{
    const std::string sign = '.' + std::string(map.sign) + '.';
    return map.sign.empty() || std::ranges::any_of(loaded.keys, [&](const StateKey& key) {
               return ('.' + key.name + '.').find(sign) != std::string::npos;
           });
}

/// Adds the prefixes that fill most of the model, one after the other. Each has to fill half of what is left: parts of
/// other models have such names and shapes, too.
void addPrefixes(Trial& trial, std::size_t wanted)
{
    constexpr std::size_t mostPrefixes = 4;
    std::size_t filled = trial.filled();
    for (std::size_t i = 0; i < mostPrefixes && filled < wanted; ++i) {
        std::optional<Trial> best;
        std::vector<std::string> from;
        bool isGuess = false; // names that several parts of the model have as good a claim to
        std::size_t most = filled + (wanted - filled - 1) / 2;
        for (const RenameRule& rule : trial.prefixRules()) {
            Trial next = trial;
            const std::size_t now = next.apply(rule) ? next.filled() : 0;
            if (now > most) {
                most = now;
                best.emplace(std::move(next));
                from = rule.from;
                isGuess = false;
                continue;
            }
            if (!best || now != most) {
                continue;
            }
            const bool isSame = next.filledKeys() == best->filledKeys();
            isGuess |= !isSame && rule.from == from;
            // Other parts of the model are no choice: the next prefix may fill them.
            if (isSame && now * 2 >= wanted && rule.isPrefix()) {
                best->addAsGood(rule.from.front());
            }
        }
        if (!best || isGuess) {
            return;
        }
        trial = std::move(*best);
        filled = most;
    }
}

/// Adds what modules are called that are the same by what is in them.
void addAlignment(Trial& trial, std::size_t wanted)
{
    const std::size_t filled = trial.filled();
    if (filled == wanted) {
        return;
    }
    Trial next = trial;
    for (const RenameRule& rule : trial.alignment().rules) {
        next.apply(rule);
    }
    if (next.filled() > filled && next.fillsAllOf(trial)) {
        trial = std::move(next);
    }
}

/// Rules for what wraps modules inside of others, as checkpointing and FSDP do.
std::vector<RenameRule> wrapperRules(const StateKeys& loaded)
{
    std::set<std::string> wrappers;
    for (const StateKey& key : loaded.keys) {
        std::size_t begin = 0;
        for (std::size_t dot = key.name.find('.'); dot != std::string::npos; dot = key.name.find('.', begin)) {
            const std::string word = key.name.substr(begin, dot - begin);
            // PEFT puts what it adapts into such a module.
            if (begin != 0 && (checkpoint::isWrapperName(word) || word == "base_layer")) {
                wrappers.insert(word);
            }
            begin = dot + 1;
        }
    }
    std::vector<RenameRule> rules;
    rules.reserve(wrappers.size());
    for (const std::string& word : wrappers) {
        rules.push_back({.from = {"", '.' + word + '.', ""}, .to = {"", ".", ""}}); // *.word.*=*.*
    }
    return rules;
}

} // namespace

namespace {

/// How many keys are in some modules.
std::size_t keysIn(const std::vector<std::string>& modules, const StateKeys& keys)
{
    const std::unordered_set<std::string_view> known(modules.begin(), modules.end());
    return static_cast<std::size_t>(std::ranges::count_if(keys.keys, [&](const StateKey& key) {
        const std::string_view name = key.name;
        for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
            if (known.contains(name.substr(0, dot))) {
                return true;
            }
        }
        return false;
    }));
}

/// Of keys that are all text.
KeyFit fitTextKeys(const ModelKeys& model, const StateKeys& loaded, const std::string& group)
{
    KeyFit fit{.report = checkpoint::loadStateDict(model.state, loaded), .renaming = {}};
    const Trial asItIs(model, loaded, group);
    const auto wanted = static_cast<std::size_t>(std::ranges::count_if(model.state.keys, &StateKey::isTensor));
    // Less than half of a model is none: it is not worth other names.
    std::size_t most = std::max(asItIs.filled(), wanted / 2);
    if (fit.report.loads() || most == wanted) {
        return fit;
    }
    std::vector<std::vector<RenameRule>> beginnings{wrapperRules(loaded), {}};
    for (const checkpoint::KeyMap& map : checkpoint::keyMaps()) {
        if (!isOfMap(map, loaded)) {
            continue;
        }
        beginnings.push_back({{.from = {}, .to = {}, .map = &map}});
    }
    std::ranges::move(checkpoint::adapterRules(model.state, loaded), std::back_inserter(beginnings));
    std::optional<Trial> best; // what is only as good as one before it is not taken
    for (const std::vector<RenameRule>& rules : beginnings) {
        Trial trial = asItIs;
        const auto concerns = [&](const RenameRule& rule) { return trial.apply(rule); };
        if (!rules.empty() && std::ranges::count_if(rules, concerns) == 0) {
            continue;
        }
        // A map that places all there is need not fill half of the model: adapters are small.
        const std::size_t mapped = rules.empty() ? 0 : trial.filled();
        const bool placesAll = mapped != 0 && mapped == loaded.keys.size() && mapped > asItIs.filled();
        addPrefixes(trial, wanted);
        addAlignment(trial, wanted);
        if (const std::size_t filled = trial.filled(); filled > most || (placesAll && !best)) {
            most = std::max(most, filled);
            best.emplace(std::move(trial));
        }
    }
    if (best) {
        fit.renaming = best->renaming();
    }
    const Trial& last = best ? *best : asItIs;
    if (last.filled() == wanted) {
        return fit;
    }
    std::vector<std::string> undecided = last.alignment().undecided;
    if ((last.filled() + keysIn(undecided, model.state)) * 2 > wanted) { // a few that are alike are in any two models
        fit.undecided = std::move(undecided);
    }
    return fit;
}

} // namespace

KeyFit fitKeys(const ModelKeys& model, const StateKeys& loaded, const std::string& group)
{
    if (loaded.oddKeys.empty()) {
        return fitTextKeys(model, loaded, group);
    }
    StateKeys texts = loaded;
    texts.oddKeys.clear();
    texts.stop.clear();
    KeyFit fit = fitTextKeys(model, texts, group);
    fit.report.stop = loaded.stop;
    if (!fit.renaming && fit.report.taken == 0) {
        return fit;
    }
    if (!fit.renaming) {
        fit.renaming = Renaming{.rules = {}, .kept = {}, .leftOut = {}, .asGood = {}, .report = fit.report};
        fit.renaming->report.stop.clear();
    }
    fit.renaming->dropped = loaded.oddKeys;
    return fit;
}

void renameInGroup(const RenameRule& rule, const std::string& group, std::string& name)
{
    renameKey(wholeRule(rule, group), group, name);
}

std::string ruleInGroup(const RenameRule& rule, const std::string& group)
{
    return checkpoint::renameText(wholeRule(rule, group));
}

} // namespace cairn::model
