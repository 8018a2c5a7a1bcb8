#include "core/checkpoint/trust/hashed_keys.h"

#include "core/checkpoint/pickles/key_walk.h"
#include "core/checkpoint/pickles/remembered.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/object_state.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

class Keys {
public:
    Keys(const PickleDocument& document, const CallShapes& shapes)
        : m_document(document), m_graph(document.graph), m_shapes(shapes), m_areFineStates(document.graph.nodeCount())
    {
        for (std::uint32_t global = 0; global < m_graph.globals().size(); ++global) {
            const HonestCall* const form = m_shapes.formByGlobal(global);
            m_asksParts.push_back(form != nullptr && isByForm(m_shapes.byGlobal()[global]) &&
                                  form->after != After::Nothing && form->after != After::Parameter &&
                                  !isListed(kDictionaries, m_document.globalName(global)));
            m_areNoKeys.push_back(form != nullptr && form->after == After::Placement);
        }
    }

    [[nodiscard]] bool areStrange()
    {
        if (std::ranges::none_of(m_asksParts, [](bool asks) { return asks; })) {
            return false; // as in nearly all files
        }
        const std::vector<NodeId> keys = unusualKeys();
        if (keys.empty()) {
            return false; // as in nearly all others
        }
        std::vector<bool> isStill(m_graph.nodeCount()); // it asks nothing else
        std::vector<bool> isKey(m_graph.nodeCount());
        const auto areAll = [this](const std::vector<bool>& answers, NodeId tuple) {
            return std::ranges::all_of(m_graph.tuple(tuple), [&](NodeId part) { return answers[part]; });
        };
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) { // what a tuple holds comes before it
            isStill[node] = isTuple(node) ? areAll(isStill, node) : isStillItself(node);
        }
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            isKey[node] =
                isTuple(node) ? areAll(isKey, node) : !isNoKey(node) && (!asksParts(node) || holdsOnly(node, isStill));
        }
        return !std::ranges::all_of(keys, [&](NodeId key) { return isKey[key]; });
    }

private:
    [[nodiscard]] bool isTuple(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Tuple) || m_graph.is(node, NodeKind::FrozenSet);
    }
    [[nodiscard]] NodeId maker(NodeId node) const
    {
        if (!m_graph.is(node, NodeKind::Call)) {
            return formats::kNoNode;
        }
        const NodeId callable = m_document.classBehind(m_graph.callable(node));
        const CallShape shape = m_shapes.of(callable);
        const auto arguments = tupleOf(m_graph, m_graph.arguments(node));
        const bool isNew = shape == CallShape::NewObject || shape == CallShape::OldObject;
        return isNew && !arguments.empty() ? m_document.classBehind(arguments[0]) : callable;
    }
    [[nodiscard]] bool asksParts(NodeId node) const
    {
        const NodeId type = maker(node);
        return m_graph.is(type, NodeKind::Global) && m_asksParts[m_graph.globalIndex(type)];
    }
    /// One that may be asked before it has its state, or is handed on by a function: no pickler writes such keys.
    [[nodiscard]] bool isNoKey(NodeId node) const
    {
        const NodeId type = maker(node);
        return m_graph.is(type, NodeKind::Global) &&
               (m_areNoKeys[m_graph.globalIndex(type)] || m_shapes.of(type) == CallShape::PassesOn);
    }
    /// A class or a function would be called, as an attribute that hides a method of its name.
    [[nodiscard]] bool isStillItself(NodeId node) const
    {
        const NodeId type = maker(node);
        const bool isConstant = m_graph.is(node, NodeKind::Global) && (m_shapes.of(node) == CallShape::NeverCalled ||
                                                                       m_shapes.of(node) == CallShape::Foreign);
        return m_graph.kind(node) < NodeKind::Tuple || isConstant ||
               (m_graph.is(node, NodeKind::Call) && m_shapes.of(type) == CallShape::Foreign) || // judged by its name
               m_document.className(type) == "torch.Size";
    }
    [[nodiscard]] bool holdsOnly(NodeId object, const std::vector<bool>& isFine)
    {
        bool areFine = true;
        m_graph.forEachChange(object, [&](std::uint32_t index) {
            const PickleGraph::Change& change = m_graph.changes()[index];
            areFine = areFine && (change.what != PickleGraph::Change::What::State ||
                                  m_areFineStates.of(change.state, [&](NodeId state) { return isOf(state, isFine); }));
        });
        return areFine;
    }
    [[nodiscard]] bool isOf(NodeId state, const std::vector<bool>& isFine) const
    {
        bool areFine = true;
        const auto look = [&](NodeId value) { return areFine = areFine && isFine[value]; };
        m_graph.forEachElement(state, look);
        m_graph.forEachPair(state, [&](NodeId, NodeId value) { return look(value); });
        return areFine;
    }
    /// All that are asked for their hash, but for plain values.
    [[nodiscard]] std::vector<NodeId> unusualKeys() const
    {
        std::vector<NodeId> keys;
        KeyWalk(m_document).forEachKey(KeyWalk::SharedArguments::Once, [&](NodeId, NodeId key) {
            if (m_graph.kind(key) >= NodeKind::Tuple) {
                keys.push_back(key);
            }
        });
        return keys;
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    const CallShapes& m_shapes;
    std::vector<bool> m_asksParts; ///< by global
    std::vector<bool> m_areNoKeys; ///< the same
    Remembered m_areFineStates;
};

} // namespace

std::optional<TrustFinding> strangeKeys(const PickleDocument& document, const CallShapes& shapes)
{
    if (!Keys(document, shapes).areStrange()) {
        return std::nullopt;
    }
    return TrustFinding{Trust::Dangerous, phrase("a key that holds other objects"),
                        phrase("Python asks it for its hash, and it asks what the file put into it")};
}

} // namespace cairn::checkpoint
