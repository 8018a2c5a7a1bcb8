#include "core/formats/pickle/graph_edit.h"

namespace cairn::formats {

void GraphEdit::replace(NodeId old, NodeId by)
{
    if (m_replacements.empty()) {
        m_replacements.resize(m_graph.nodeCount(), kNoNode);
    }
    m_replacements[old] = by;
}

NodeId GraphEdit::resolve(NodeId node) const
{
    while (node < m_replacements.size() && m_replacements[node] != kNoNode) {
        node = m_replacements[node];
    }
    return node;
}

std::vector<NodeId> GraphEdit::roots() const
{
    std::vector<NodeId> all{root()};
    for (const NodeId effect : m_graph.effects()) {
        all.push_back(resolve(effect));
    }
    return all;
}

GraphEdit::Place GraphEdit::place(NodeId resolved) const
{
    if (resolved < m_make.firstId()) {
        return {m_graph, resolved};
    }
    return {m_make.graph(), resolved - m_make.firstId()};
}

} // namespace cairn::formats
