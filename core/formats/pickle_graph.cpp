#include "core/formats/pickle_graph.h"

#include <bit>

namespace cairn::formats {

namespace {

constexpr std::uint64_t joined(std::uint32_t low, std::uint32_t high)
{
    return (std::uint64_t{high} << 32) | low;
}

} // namespace

std::int64_t PickleGraph::intValue(NodeId node) const
{
    return static_cast<std::int64_t>(joined(m_a[node], m_b[node]));
}

double PickleGraph::floatValue(NodeId node) const
{
    return std::bit_cast<double>(joined(m_a[node], m_b[node]));
}

bool PickleGraph::isExternal(NodeId node) const
{
    return m_b[node] == kNone;
}

std::string_view PickleGraph::text(NodeId node) const
{
    return isExternal(node) ? std::string_view{} : std::string_view(m_text.data() + m_a[node], m_b[node]);
}

PickleGraph::Range PickleGraph::payload(NodeId node) const
{
    if (isExternal(node)) {
        const External& external = m_externals[m_a[node]];
        return {external.offset, external.bytes};
    }
    return {0, m_b[node]};
}

std::span<const NodeId> PickleGraph::tuple(NodeId node) const
{
    return std::span(m_children).subspan(m_a[node], m_b[node]);
}

const GlobalName& PickleGraph::global(NodeId node) const
{
    return m_globals[m_a[node]];
}

// A Call is (callable, arguments) until it gets a state, items or keywords; then it moves to m_calls.

NodeId PickleGraph::callable(NodeId node) const
{
    return m_b[node] == kNone ? m_calls[m_a[node]].callable : m_a[node];
}

NodeId PickleGraph::arguments(NodeId node) const
{
    return m_b[node] == kNone ? m_calls[m_a[node]].arguments : m_b[node];
}

NodeId PickleGraph::keywords(NodeId node) const
{
    return m_b[node] == kNone ? m_calls[m_a[node]].keywords : kNoNode;
}

CallForm PickleGraph::callForm(NodeId node) const
{
    return m_b[node] == kNone ? m_calls[m_a[node]].form : CallForm::Reduce;
}

NodeId PickleGraph::state(NodeId node) const
{
    return m_b[node] == kNone ? m_calls[m_a[node]].state : kNoNode;
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

NodeId PickleGraph::lookup(NodeId dict, std::string_view key) const
{
    NodeId found = kNoNode;
    forEachPair(dict, [&](NodeId candidate, NodeId value) {
        const bool isText = is(candidate, NodeKind::String) || is(candidate, NodeKind::Python2String);
        if (isText && text(candidate) == key) {
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

} // namespace cairn::formats
