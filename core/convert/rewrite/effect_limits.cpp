#include "core/convert/rewrite/effect_limits.h"

#include "core/base/text/text.h"

#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace cairn::convert {

using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::PickledTree;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// By node: what an edited pickle has in its value.
std::vector<bool> whatIsLeft(const formats::GraphEdit& edit)
{
    std::vector<bool> left(edit.nodeCount());
    std::vector<NodeId> open{edit.root()};
    left[edit.root()] = true;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        edit.forEachChild(node, [&](NodeId child) {
            if (!left[child]) {
                left[child] = true;
                open.push_back(child);
            }
        });
    }
    return left;
}

/// Nobody sees whether a text or a tuple is the same one.
bool hasIdentity(NodeKind kind)
{
    return kind == NodeKind::Call || kind == NodeKind::List || kind == NodeKind::Dict || kind == NodeKind::Set ||
           kind == NodeKind::ByteArray;
}

/// By node: whether it is `value`, or has it somewhere in it.
std::vector<bool> holdersOf(const PickleGraph& graph, NodeId value)
{
    std::vector<std::size_t> end(graph.nodeCount() + 1); // by node: where the list of its holders ends
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        graph.forEachChild(node, [&](NodeId child) { ++end[child]; });
    }
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<NodeId> lists(end.back());
    std::vector<std::size_t> begin = end;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        graph.forEachChild(node, [&](NodeId child) { lists[--begin[child]] = node; });
    }
    std::vector<bool> holds(graph.nodeCount());
    std::vector<NodeId> open{value};
    holds[value] = true;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (std::size_t i = begin[node]; i < end[node]; ++i) {
            if (!holds[lists[i]]) {
                holds[lists[i]] = true;
                open.push_back(lists[i]);
            }
        }
    }
    return holds;
}

/// The row that shows a value, or else the row that goes and has it somewhere; the top if there is none.
EntryId rowOf(const PickledTree& tree, const TreeEdit& rows, NodeId value)
{
    const auto& entries = tree.rows().entries();
    for (EntryId id = 0; id < entries.size(); ++id) {
        if (tree.node(id) == value) {
            return id;
        }
    }
    const std::vector<bool> holds = holdersOf(tree.graph(), value);
    for (EntryId id = 1; id < entries.size(); ++id) {
        const NodeId node = tree.node(id);
        const bool goes = rows.dropped[id] && !rows.dropped[entries[id].parent];
        if (goes && node != kNoNode && holds[node]) {
            return id;
        }
    }
    return 0;
}

std::unexpected<Error> wouldSeparate(const PickledTree& tree, const TreeEdit& rows, NodeId effect, NodeId value)
{
    const EntryId row = rowOf(tree, rows, value);
    const std::string entry = row == 0 ? std::string("the whole object") : inQuotes(tree.rows().entryName(row));
    const std::string name = tree.graph().globalText(tree.graph().callable(effect));
    return fail(
        error(ErrorCode::Unsupported,
              rows.dropped[row] ? message("%1 cannot be left out", entry) : message("%1 cannot be changed", entry))
            .because(name.empty()
                         ? message("A function that the file makes is called with it when the file is loaded, for what "
                                   "that does to the rest")
                         : message("%1 is called with it when the file is loaded, for what that does to the rest",
                                   inQuotes(name)))
            .fix(message("Leave it as it is, or write the tensors alone with --to safetensors --drop-others")));
}

} // namespace

Result<void> refuseSeparatedEffects(const PickledTree& tree, const TreeEdit& rows, const formats::GraphEdit& edit)
{
    const PickleGraph& graph = tree.graph();
    if (graph.effects().empty() || !edit.isChanged()) {
        return {};
    }
    const NodeId whole = graph.root();
    const std::vector<bool> wasThere = graph.reachedFrom(std::span(&whole, 1));
    const std::vector<bool> isThere = whatIsLeft(edit);
    std::vector<bool> seen(graph.nodeCount());
    std::vector<NodeId> open;
    for (const NodeId effect : graph.effects()) {
        open.push_back(effect);
        while (!open.empty()) {
            const NodeId node = open.back();
            open.pop_back();
            if (seen[node]) {
                continue;
            }
            seen[node] = true;
            if (hasIdentity(graph.kind(node)) && wasThere[node] && !isThere[node]) {
                return wouldSeparate(tree, rows, effect, node);
            }
            graph.forEachChild(node, [&](NodeId child) { open.push_back(child); });
        }
    }
    return {};
}

} // namespace cairn::convert
