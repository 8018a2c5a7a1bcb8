#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn::formats {

/// Makes values that no pickle had: what somebody who changes a pickle puts into the places of others. They are kept in
/// a graph of their own, whose ids go on where those of the old graph end, so both kinds can refer to each other.
class PickleGraphMaker {
public:
    explicit PickleGraphMaker(NodeId firstId) : m_firstId(firstId) {}

    [[nodiscard]] NodeId firstId() const noexcept { return m_firstId; }
    /// Its node n has the id firstId() + n; the ids in it are meant as they are.
    [[nodiscard]] const PickleGraph& graph() const noexcept { return m_graph; }

    NodeId none() { return add(NodeKind::None, 0, 0); }
    NodeId boolean(bool value) { return add(value ? NodeKind::True : NodeKind::False, 0, 0); }
    NodeId integer(std::int64_t value);
    /// A str; the same text is the same node.
    NodeId text(std::string_view utf8);
    NodeId global(std::string_view module, std::string_view name);
    NodeId tuple(std::span<const NodeId> elements);
    NodeId persistentId(NodeId tuple) { return add(NodeKind::PersistentId, tuple, 0); }
    NodeId list(std::span<const NodeId> elements, PickleGraph::Moment filled = {});
    /// Keys and values by turns.
    NodeId dict(std::span<const NodeId> pairs, PickleGraph::Moment filled = {});

    struct Call {
        NodeId callable = kNoNode;
        NodeId arguments = kNoNode;
        NodeId keywords = kNoNode;
        NodeId state = kNoNode;
        CallForm form = CallForm::Reduce;
        std::span<const NodeId> elements = {};
        std::span<const NodeId> pairs = {}; ///< keys and values by turns
    };
    NodeId call(const Call& call);

    /// What is different of a call that is made instead of an old one.
    struct OtherCall {
        NodeId callable = kNoNode;  ///< kNoNode: as it was
        NodeId arguments = kNoNode; ///< kNoNode: as they were
        std::optional<std::span<const NodeId>> pairs = std::nullopt;
    };
    /// The call gets what the old one got later on, and is made in its turn.
    NodeId callInstead(const PickleGraph& graph, NodeId old, const OtherCall& other);
    /// The call that this one was made instead of; kNoNode if it was not.
    [[nodiscard]] NodeId oldCall(NodeId made) const
    {
        const auto known = m_oldCalls.find(made);
        return known == m_oldCalls.end() ? kNoNode : known->second;
    }

private:
    NodeId add(NodeKind kind, std::uint32_t a, std::uint32_t b);
    void addItems(PickleGraph::CallExtra& extra, PickleGraph::Change::What what, std::span<const NodeId> children,
                  NodeId at);
    void addChange(PickleGraph::CallExtra& extra, PickleGraph::Change change);
    NodeId addCall(const PickleGraph::CallExtra& extra);
    [[nodiscard]] PickleGraph::Items items(std::span<const NodeId> children, PickleGraph::Moment filled);

    NodeId m_firstId;
    PickleGraph m_graph;
    std::unordered_map<std::string, NodeId> m_texts;
    std::unordered_map<std::string, NodeId> m_globals;
    std::unordered_map<NodeId, NodeId> m_oldCalls;
};

} // namespace cairn::formats
