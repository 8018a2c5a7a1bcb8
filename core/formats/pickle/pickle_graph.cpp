#include "core/formats/pickle/pickle_graph.h"

#include <algorithm>

namespace cairn::formats {

PickleGraph::Range PickleGraph::payload(NodeId node) const
{
    if (isExternal(node)) {
        const External& external = m_externals[m_a[node]];
        return {external.offset, external.bytes};
    }
    return {0, m_b[node]};
}

const PickleGraph::Items* PickleGraph::elements(NodeId node) const
{
    switch (m_kind[node]) {
    case NodeKind::List:
    case NodeKind::Set: return m_a[node] == kNone ? nullptr : &m_items[m_a[node]];
    case NodeKind::Call: return m_b[node] == kNone ? &m_calls[m_a[node]].elements : nullptr;
    default: return nullptr;
    }
}

const PickleGraph::Items* PickleGraph::pairs(NodeId node) const
{
    switch (m_kind[node]) {
    case NodeKind::Dict: return m_a[node] == kNone ? nullptr : &m_items[m_a[node]];
    case NodeKind::Call: return m_b[node] == kNone ? &m_calls[m_a[node]].pairs : nullptr;
    default: return nullptr;
    }
}

std::uint32_t PickleGraph::elementCount(NodeId node) const
{
    if (m_kind[node] == NodeKind::Tuple || m_kind[node] == NodeKind::FrozenSet) {
        return m_b[node];
    }
    const Items* items = elements(node);
    return items == nullptr ? 0 : items->count;
}

std::uint32_t PickleGraph::pairCount(NodeId node) const
{
    const Items* items = pairs(node);
    return items == nullptr ? 0 : items->count / 2;
}

PickleGraph::Moment PickleGraph::whenFilled(NodeId node) const
{
    Moment last;
    for (const Items* items : {elements(node), pairs(node)}) {
        if (items != nullptr && items->last != kNone) {
            last = std::max(last, m_segments[items->last].when());
        }
    }
    return last;
}

std::vector<bool> PickleGraph::reachedFrom(std::span<const NodeId> nodes) const
{
    std::vector<bool> reached(nodeCount());
    std::vector<NodeId> open;
    const auto reach = [&](NodeId node) {
        if (!reached[node]) {
            reached[node] = true;
            open.push_back(node);
        }
    };
    for (const NodeId node : nodes) {
        reach(node);
        while (!open.empty()) {
            const NodeId next = open.back();
            open.pop_back();
            forEachChild(next, reach);
        }
    }
    return reached;
}

NodeId PickleGraph::lookup(NodeId dict, std::string_view key) const
{
    NodeId found = kNoNode;
    forEachPair(dict, [&](NodeId candidate, NodeId value) {
        if (isText(candidate) && text(candidate) == key) {
            found = value;
        }
    });
    return found;
}

std::string PickleGraph::globalText(NodeId node) const
{
    return is(node, NodeKind::Global) ? global(node).qualified() : std::string{};
}

bool PickleGraph::isGlobal(NodeId node, std::string_view module, std::string_view name) const
{
    return is(node, NodeKind::Global) && global(node).module == module && global(node).name == name;
}

std::uint64_t PickleGraph::memoryBytes() const
{
    constexpr std::uint64_t perNode = sizeof(NodeKind) + 2 * sizeof(std::uint32_t);
    constexpr std::uint64_t perGlobal = 300; // with its texts, and what others keep of each
    return m_kind.size() * perNode + m_children.size() * sizeof(NodeId) + m_segments.size() * sizeof(Segment) +
           m_items.size() * sizeof(Items) + m_calls.size() * sizeof(CallExtra) + m_changes.size() * sizeof(Change) +
           m_effects.size() * sizeof(NodeId) + m_externals.size() * sizeof(External) + m_text.size() +
           m_globals.size() * perGlobal;
}

} // namespace cairn::formats
