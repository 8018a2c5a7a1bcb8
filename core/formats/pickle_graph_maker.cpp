#include "core/formats/pickle_graph_maker.h"

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
        m_graph.m_text.insert(m_graph.m_text.end(), utf8.begin(), utf8.end());
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
    m_graph.m_children.insert(m_graph.m_children.end(), elements.begin(), elements.end());
    return add(NodeKind::Tuple, begin, static_cast<std::uint32_t>(elements.size()));
}

PickleGraph::Items PickleGraphMaker::items(std::span<const NodeId> children)
{
    if (children.empty()) {
        return {};
    }
    const auto count = static_cast<std::uint32_t>(children.size());
    const auto segment = static_cast<std::uint32_t>(m_graph.m_segments.size());
    m_graph.m_segments.push_back({static_cast<std::uint32_t>(m_graph.m_children.size()), count, PickleGraph::kNone});
    m_graph.m_children.insert(m_graph.m_children.end(), children.begin(), children.end());
    return {segment, segment, count};
}

NodeId PickleGraphMaker::dict(std::span<const NodeId> pairs)
{
    m_graph.m_items.push_back(items(pairs));
    return add(NodeKind::Dict, static_cast<std::uint32_t>(m_graph.m_items.size() - 1), 0);
}

NodeId PickleGraphMaker::call(const Call& call)
{
    PickleGraph::CallExtra extra;
    extra.callable = call.callable;
    extra.arguments = call.arguments;
    extra.keywords = call.keywords;
    extra.state = call.state;
    extra.elements = items(call.elements);
    extra.pairs = items(call.pairs);
    extra.form = call.form;
    m_graph.m_calls.push_back(extra);
    return add(NodeKind::Call, static_cast<std::uint32_t>(m_graph.m_calls.size() - 1), PickleGraph::kNone);
}

} // namespace cairn::formats
