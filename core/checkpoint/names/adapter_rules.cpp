#include "core/checkpoint/names/adapter_rules.h"

#include "core/checkpoint/names/adapter_words.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

namespace {

/// PEFT saves what it trains as a whole under the names of the model, which has it twice then.
std::vector<RenameRule> trainedWholeRules(const StateKeys& model, const StateKeys& loaded, std::string_view adapter)
{
    const std::string copy = ".modules_to_save." + std::string(adapter) + '.';
    std::set<std::string> modules;
    for (const StateKey& key : model.keys) {
        if (const std::size_t at = key.name.find(copy); at != std::string::npos) {
            modules.insert(key.name.substr(0, at));
        }
    }
    std::vector<RenameRule> rules;
    for (const std::string& module : modules) {
        const auto isIn = [&](const StateKey& key) { return key.name.starts_with(module + '.'); };
        if (canBeInRule(module) && std::ranges::any_of(loaded.keys, isIn)) {
            rules.push_back(prefixRule(module + '.', module + copy));
        }
    }
    return rules;
}

constexpr std::string_view kDefaultAdapter = "default"; ///< which the maps of PEFT know

/// Names of the adapters in a model of PEFT.
std::set<std::string, std::less<>> adaptersIn(const StateKeys& keys)
{
    std::set<std::string, std::less<>> names;
    for (const StateKey& key : keys.keys) {
        if (const std::string_view name = adapterNameIn(key.name); !name.empty() && canBeInRule(name)) {
            names.emplace(name);
        }
    }
    return names;
}

/// Gives an adapter another name, wherever that stands: "*.default=*.other".
RenameRule adapterRule(std::string_view from, std::string_view to)
{
    return {.from = {"", '.' + std::string(from)}, .to = {"", '.' + std::string(to)}};
}

} // namespace

std::vector<std::vector<RenameRule>> adapterRules(const StateKeys& model, const StateKeys& loaded)
{
    const RenameRule toModel{.from = {}, .to = {}, .map = keyMapNamed("peft-file-to-model")};
    const RenameRule toFile{.from = {}, .to = {}, .map = keyMapNamed("peft-model-to-file")};
    const auto inFile = adaptersIn(loaded);
    std::vector<std::vector<RenameRule>> found;
    for (const std::string& to : adaptersIn(model)) {
        std::vector<RenameRule>& rules = found.emplace_back(std::vector{toModel});
        if (to != kDefaultAdapter) {
            rules.push_back(adapterRule(kDefaultAdapter, to));
        }
        const auto trained = trainedWholeRules(model, loaded, to);
        rules.insert(rules.end(), trained.begin(), trained.end());
        for (const std::string& from : inFile) {
            if (from != to) {
                found.push_back({adapterRule(from, to)});
            }
        }
    }
    for (const std::string& from : inFile) {
        if (from != kDefaultAdapter) {
            found.push_back({adapterRule(from, kDefaultAdapter), toFile});
        }
    }
    return found;
}

} // namespace cairn::checkpoint
