#include "core/formats/pickle/pickle_graph_maker.h"

namespace cairn::formats {

NodeId PickleGraphMaker::add(NodeKind kind, std::uint32_t a, std::uint32_t b)
{
    m_graph.m_kind.push_back(kind);
    m_graph.m_a.push_back(a);
    m_graph.m_b.push_back(b);
    return m_firstId + static_cast<NodeId>(m_graph.m_kind.size() - 1);
}

NodeId PickleGraphMaker::integer(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return add(NodeKind::Int, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32));
}

NodeId PickleGraphMaker::text(std::string_view utf8)
{
    const auto [known, isNew] = m_texts.try_emplace(std::string(utf8), kNoNode);
    if (isNew) {
        const auto offset = static_cast<std::uint32_t>(m_graph.m_text.size());
        m_graph.m_text.append(utf8);
        known->second = add(NodeKind::String, offset, static_cast<std::uint32_t>(utf8.size()));
    }
    return known->second;
}

NodeId PickleGraphMaker::global(std::string_view module, std::string_view name)
{
    const auto [known, isNew] = m_globals.try_emplace(std::string(module) + '\n' + std::string(name), kNoNode);
    if (isNew) {
        m_graph.m_globals.push_back({std::string(module), std::string(name), 0, 1});
        known->second = add(NodeKind::Global, static_cast<std::uint32_t>(m_graph.m_globals.size() - 1), 0);
    }
    return known->second;
}

NodeId PickleGraphMaker::tuple(std::span<const NodeId> elements)
{
    const auto begin = static_cast<std::uint32_t>(m_graph.m_children.size());
    m_graph.m_children.append(elements);
    return add(NodeKind::Tuple, begin, static_cast<std::uint32_t>(elements.size()));
}

PickleGraph::Items PickleGraphMaker::items(std::span<const NodeId> children, PickleGraph::Moment filled)
{
    if (children.empty()) {
        return {};
    }
    const auto count = static_cast<std::uint32_t>(children.size());
    const auto segment = static_cast<std::uint32_t>(m_graph.m_segments.size());
    m_graph.m_segments.push_back({static_cast<std::uint32_t>(m_graph.m_children.size()), count, PickleGraph::kNone,
                                  filled.node, static_cast<std::uint32_t>(filled.step / 2)});
    m_graph.m_children.append(children);
    return {segment, segment, count};
}

NodeId PickleGraphMaker::list(std::span<const NodeId> elements, PickleGraph::Moment filled)
{
    m_graph.m_items.push_back(items(elements, filled));
    return add(NodeKind::List, static_cast<std::uint32_t>(m_graph.m_items.size() - 1), 0);
}

NodeId PickleGraphMaker::dict(std::span<const NodeId> pairs, PickleGraph::Moment filled)
{
    m_graph.m_items.push_back(items(pairs, filled));
    return add(NodeKind::Dict, static_cast<std::uint32_t>(m_graph.m_items.size() - 1), 0);
}

NodeId PickleGraphMaker::call(const Call& call)
{
    PickleGraph::CallExtra extra;
    extra.callable = call.callable;
    extra.arguments = call.arguments;
    extra.keywords = call.keywords;
    extra.form = call.form;
    addItems(extra, PickleGraph::Change::What::Elements, call.elements, 0);
    addItems(extra, PickleGraph::Change::What::Pairs, call.pairs, 0);
    if (call.state != kNoNode) {
        addChange(extra, {.state = call.state});
    }
    return addCall(extra);
}

NodeId PickleGraphMaker::callInstead(const PickleGraph& graph, NodeId old, const OtherCall& other)
{
    using What = PickleGraph::Change::What;
    PickleGraph::CallExtra extra;
    extra.callable = other.callable == kNoNode ? graph.callable(old) : other.callable;
    extra.arguments = other.arguments == kNoNode ? graph.arguments(old) : other.arguments;
    extra.keywords = graph.keywords(old);
    extra.form = graph.callForm(old);
    NodeId filledAt = 0; // all pairs come together, when the last of the old ones did
    graph.forEachChange(old, [&](std::uint32_t index) {
        const PickleGraph::Change& change = graph.changes()[index];
        filledAt = change.what == What::Pairs ? change.at : filledAt;
    });
    bool hasPairs = !other.pairs;
    const auto addPairs = [&] {
        if (!hasPairs) {
            addItems(extra, What::Pairs, *other.pairs, filledAt);
            hasPairs = true;
        }
    };
    graph.forEachChange(old, [&](std::uint32_t index) {
        const PickleGraph::Change& change = graph.changes()[index];
        if (change.what == What::State) {
            addPairs();
            addChange(extra, {.state = change.state, .at = change.at});
        } else if (change.what == What::Pairs && other.pairs) {
            addPairs();
        } else {
            addItems(extra, change.what, graph.items(change), change.at);
        }
    });
    addPairs();
    const NodeId made = addCall(extra);
    if (other.arguments == kNoNode) { // else what was made for the old arguments may come after it
        m_oldCalls.emplace(made, old);
    }
    return made;
}

void PickleGraphMaker::addItems(PickleGraph::CallExtra& extra, PickleGraph::Change::What what,
                                std::span<const NodeId> children, NodeId at)
{
    if (children.empty()) {
        return;
    }
    PickleGraph::Items& all = what == PickleGraph::Change::What::Pairs ? extra.pairs : extra.elements;
    const PickleGraph::Items added = items(children, {.node = at});
    if (all.last == PickleGraph::kNone) {
        all = added;
    } else {
        m_graph.m_segments[all.last].next = added.first;
        all.last = added.last;
        all.count += added.count;
    }
    addChange(extra, {.at = at, .run = added.first, .what = what});
}

void PickleGraphMaker::addChange(PickleGraph::CallExtra& extra, PickleGraph::Change change)
{
    const auto index = static_cast<std::uint32_t>(m_graph.m_changes.size());
    if (extra.lastChange == PickleGraph::kNone) {
        extra.firstChange = index;
    } else {
        m_graph.m_changes[extra.lastChange].next = index;
    }
    extra.lastChange = index;
    extra.state = change.what == PickleGraph::Change::What::State ? change.state : extra.state;
    m_graph.m_changes.push_back(change);
}

NodeId PickleGraphMaker::addCall(const PickleGraph::CallExtra& extra)
{
    m_graph.m_calls.push_back(extra);
    return add(NodeKind::Call, static_cast<std::uint32_t>(m_graph.m_calls.size() - 1), PickleGraph::kNone);
}

} // namespace cairn::formats
