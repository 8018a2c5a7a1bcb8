#include "core/convert/rewrite/module_metadata.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace cairn::convert {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// "layer.0" and "layer" of "layer.0.weight".
void addModules(std::string_view key, std::unordered_set<std::string>& modules)
{
    for (std::size_t dot = key.rfind('.'); dot != std::string_view::npos; dot = key.rfind('.')) {
        key = key.substr(0, dot);
        if (!modules.emplace(key).second) {
            return;
        }
    }
}

/// The name of a module after the renames, without that of its dictionary.
std::string renamedModule(std::string_view module, const std::string& name, const std::string& newName,
                          const Selection& selection)
{
    const std::string full = (name.empty() ? std::string() : name + ".") + std::string(module) + ".";
    std::string renamed = selection.nameGiven(full);
    if (renamed.ends_with('.')) {
        renamed.pop_back();
    }
    if (renamed == newName) {
        return {}; // the prefix that was taken away
    }
    const std::string base = newName.empty() ? std::string() : newName + ".";
    return renamed.starts_with(base) ? renamed.substr(base.size()) : std::string(module);
}

} // namespace

void editModuleMetadata(const PickleGraph& graph, NodeId node, const std::string& name, const std::string& newName,
                        const std::vector<std::pair<NodeId, NodeId>>& left, Selection& selection,
                        formats::GraphEdit& edit)
{
    const NodeId state = graph.is(node, NodeKind::Call) ? graph.state(node) : kNoNode;
    const NodeId metadata = graph.is(state, NodeKind::Dict) ? graph.lookup(state, "_metadata") : kNoNode;
    if (!graph.is(metadata, NodeKind::Dict) && !graph.is(metadata, NodeKind::Call)) {
        return;
    }
    std::unordered_set<std::string> modules; // that still have a tensor, by their new names
    for (const auto& [key, value] : left) {
        const auto [owner, place] = edit.find(key);
        if (owner.isText(place)) {
            addModules(owner.text(place), modules);
        }
    }
    std::vector<NodeId> pairs;
    std::unordered_map<std::string, std::size_t> places;
    graph.forEachPair(metadata, [&](NodeId key, NodeId value) {
        if (!graph.isText(key)) {
            pairs.insert(pairs.end(), {key, value});
            return;
        }
        const std::string old(graph.text(key));
        const std::string now = old.empty() ? old : renamedModule(old, name, newName, selection);
        const bool stays =
            now.empty() || modules.contains(now) || selection.keeps(name.empty() ? old : name + "." + old);
        if (!stays) {
            return;
        }
        const auto [known, isNew] = places.try_emplace(now, pairs.size());
        if (!isNew) { // the module whose prefix went takes the place of what was around it
            pairs[known->second + 1] = value;
            return;
        }
        pairs.push_back(now == old ? key : edit.make().text(now));
        pairs.push_back(value);
    });
    if (graph.is(metadata, NodeKind::Dict)) {
        edit.replace(metadata, edit.make().dict(pairs, graph.whenFilled(metadata)));
    } else {
        edit.replace(metadata, edit.make().callInstead(graph, metadata, {.pairs = pairs}));
    }
}

} // namespace cairn::convert
