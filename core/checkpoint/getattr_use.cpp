#include "core/checkpoint/getattr_use.h"

namespace cairn::checkpoint {

using formats::CallForm;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// One look at every node of a pickle.
class MemberNames {
public:
    MemberNames(const PickleGraph& graph, std::uint32_t index) : m_graph(graph), m_index(index) {}

    [[nodiscard]] bool onlyThose() const
    {
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (!isFine(node)) {
                return false;
            }
        }
        return !isGetter(m_graph.root());
    }

private:
    [[nodiscard]] bool isGetter(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Global) && m_graph.globalIndex(node) == m_index;
    }
    [[nodiscard]] bool isRead(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Call) && isGetter(m_graph.callable(node));
    }

    /// getattr(CLASS, "member"), where the class may have been read the same way.
    [[nodiscard]] bool namesMember(NodeId call) const
    {
        const NodeId arguments = m_graph.arguments(call);
        if (m_graph.callForm(call) != CallForm::Reduce || !m_graph.is(arguments, NodeKind::Tuple) ||
            m_graph.tuple(arguments).size() != 2) {
            return false;
        }
        const NodeId owner = m_graph.tuple(arguments)[0];
        const NodeId name = m_graph.tuple(arguments)[1];
        return ((m_graph.is(owner, NodeKind::Global) && !isGetter(owner)) || isRead(owner)) &&
               m_graph.is(name, NodeKind::String) && !m_graph.isExternal(name) && !m_graph.text(name).starts_with("__");
    }

    [[nodiscard]] bool isFine(NodeId node) const
    {
        switch (m_graph.kind(node)) {
        case NodeKind::PersistentId: return !isGetter(m_graph.persistentId(node));
        case NodeKind::Call: {
            const bool callsWhatWasRead =
                isRead(m_graph.callable(node)) &&
                (m_graph.callForm(node) == CallForm::Reduce || m_graph.callForm(node) == CallForm::Instance);
            if (callsWhatWasRead || (isRead(node) && !namesMember(node)) || isGetter(m_graph.state(node))) {
                return false;
            }
            break;
        }
        case NodeKind::Tuple:
        case NodeKind::FrozenSet:
        case NodeKind::List:
        case NodeKind::Dict:
        case NodeKind::Set: break;
        default: return true;
        }
        bool fine = true;
        m_graph.forEachElement(node, [&](NodeId element) { return fine = fine && !isGetter(element); });
        m_graph.forEachPair(
            node, [&](NodeId key, NodeId value) { return fine = fine && !isGetter(key) && !isGetter(value); });
        return fine;
    }

    const PickleGraph& m_graph;
    std::uint32_t m_index;
};

} // namespace

bool onlyNamesMembers(const PickleGraph& graph, std::uint32_t index)
{
    return MemberNames(graph, index).onlyThose();
}

} // namespace cairn::checkpoint
