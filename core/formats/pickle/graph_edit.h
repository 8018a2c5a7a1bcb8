#pragma once

#include "core/formats/pickle/pickle_graph.h"
#include "core/formats/pickle/pickle_graph_maker.h"

#include <vector>

namespace cairn::formats {

/// A decoded pickle with some of its values replaced by others. The graph stays what it was; whoever walks the edited
/// one takes each id through find(), which also leads to the new values.
class GraphEdit {
public:
    explicit GraphEdit(const PickleGraph& graph) : m_graph(graph), m_make(static_cast<NodeId>(graph.nodeCount())) {}

    /// New values, to be used as replacements or inside of them.
    [[nodiscard]] PickleGraphMaker& make() noexcept { return m_make; }
    [[nodiscard]] const PickleGraph& made() const noexcept { return m_make.graph(); }
    /// The call that a made one takes the place of, see callInstead(); kNoNode if it does not.
    [[nodiscard]] NodeId oldCall(NodeId made) const { return m_make.oldCall(made); }
    /// Wherever `old` is used, `by` is used instead. `by` may itself be replaced later, but not by something that
    /// contains `old`.
    void replace(NodeId old, NodeId by);
    [[nodiscard]] bool isChanged() const noexcept { return !m_replacements.empty(); }

    [[nodiscard]] const PickleGraph& original() const noexcept { return m_graph; }
    [[nodiscard]] NodeId root() const { return resolve(m_graph.root()); }
    /// The root, and the calls that are made for what they do.
    [[nodiscard]] std::vector<NodeId> roots() const;
    [[nodiscard]] std::size_t nodeCount() const noexcept { return m_graph.nodeCount() + m_make.graph().nodeCount(); }

    /// What is used where `node` stands.
    [[nodiscard]] NodeId resolve(NodeId node) const;

    /// Where a resolved node is kept.
    struct Place {
        const PickleGraph& graph;
        NodeId node;
    };
    [[nodiscard]] Place place(NodeId resolved) const;
    [[nodiscard]] Place find(NodeId node) const { return place(resolve(node)); }

    /// Calls `visit(NodeId)`, resolved, for everything a resolved node holds.
    template <typename Visit>
    void forEachChild(NodeId resolved, Visit&& visit) const;

private:
    const PickleGraph& m_graph;
    PickleGraphMaker m_make;
    std::vector<NodeId> m_replacements; ///< by id of the original graph; empty until there is one
};

template <typename Visit>
void GraphEdit::forEachChild(NodeId resolved, Visit&& visit) const
{
    const auto [graph, node] = place(resolved);
    graph.forEachChild(node, [&](NodeId child) { visit(resolve(child)); });
}

} // namespace cairn::formats
