#include "core/checkpoint/tree/unclear_values.h"

#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/tree/equal_keys.h"
#include "core/checkpoint/trust/object_state.h"

#include <algorithm>
#include <unordered_map>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Their results are equal to plain values, and so to other keys.
constexpr std::string_view kPlainTypes = "bool float int str";
constexpr Phrase kLateState = phrase("a state is changed after an object has got it");

class Unclear {
public:
    Unclear(const PickleDocument& document, std::span<const NameTrust> trusts)
        : m_document(document), m_graph(document.graph), m_trusts(trusts)
    {
    }

    [[nodiscard]] std::optional<Message> why()
    {
        if (m_graph.oddities().addsAsToSet) {
            return message("items are added to an object as to a set");
        }
        for (const PickleGraph::Change& change : m_graph.changes()) {
            const auto index = static_cast<std::uint32_t>(&change - m_graph.changes().data());
            if (change.what != PickleGraph::Change::What::State || !copiesState(change.target)) {
                continue;
            }
            if (m_graph.is(change.state, NodeKind::None)) {
                return message("an object gets no state where it should get one");
            }
            if (isStateChangedAfter(change.state, m_graph.whenChanged(index))) {
                return kLateState;
            }
            if (isModule(change.target) && m_graph.state(change.target) != change.state) {
                return message("a module of torch gets two states");
            }
        }
        const auto isPlainType = [this](std::uint32_t global) {
            return isListed(kPlainTypes, m_document.globalName(global));
        };
        bool mayCompute = false;
        for (std::uint32_t global = 0; global < m_graph.globals().size(); ++global) {
            mayCompute = mayCompute || isPlainType(global);
        }
        bool isComputed = false;
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.is(node, NodeKind::Call)) {
                if (auto unclear = whyCallIsUnclear(node)) {
                    return unclear;
                }
            } else if (m_graph.is(node, NodeKind::PersistentId) && standsForValue(node)) {
                return message("a reference to a class holds something else");
            }
            if (mayCompute) {
                m_graph.forEachPair(node, [&](NodeId key, NodeId) { isComputed = isComputed || isPlain(key); });
            }
        }
        if (isComputed) {
            return message("a key is computed");
        }
        return mayHaveEqualKeys(m_document, m_trusts)
                   ? std::optional(message("keys of a dictionary may be equal that are written in different ways"))
                   : std::nullopt;
    }

private:
    /// torch takes a class with its source out of a reference, and anything else just as well: with weights_only=False.
    [[nodiscard]] bool standsForValue(NodeId reference) const
    {
        const NodeId held = m_document.classBehind(reference);
        return held != reference && !m_graph.is(held, NodeKind::Global);
    }

    /// A class of somebody's own may keep the state itself, and then a cycle leads through it.
    [[nodiscard]] bool copiesState(NodeId call) const
    {
        const auto isKnown = [this](NodeId node) {
            const NodeId named = m_document.classBehind(node);
            return m_graph.is(named, NodeKind::Global) &&
                   (m_trusts[m_graph.globalIndex(named)].trust == Trust::DataOnly || isOfModules(named));
        };
        const NodeId callable = m_graph.callable(call);
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        const bool isHandedOn = m_document.className(callable).starts_with("copyreg.");
        return isKnown(callable) && (!isHandedOn || (!arguments.empty() && isKnown(arguments[0])));
    }

    /// Modules of torch keep what is in a state, and not the state.
    [[nodiscard]] bool isOfModules(NodeId type) const { return m_document.className(type).starts_with("torch.nn."); }
    [[nodiscard]] bool isModule(NodeId call) const
    {
        return isOfModules(m_document.classBehind(m_graph.callable(call)));
    }

    [[nodiscard]] PickleGraph::Moment lastChange(NodeId node) const
    {
        return std::max(m_graph.whenFilled(node), m_graph.whenLastChanged(node));
    }
    /// Of a list of pairs: many calls can share it.
    [[nodiscard]] PickleGraph::Moment lastChangeWithin(NodeId list)
    {
        const auto [known, isNew] = m_lastChanges.try_emplace(list);
        if (isNew) {
            m_graph.forEachElement(list,
                                   [&](NodeId pair) { known->second = std::max(known->second, lastChange(pair)); });
        }
        return known->second;
    }
    /// What a class gets: a dictionary, or that and another one of its slots.
    [[nodiscard]] bool isStateChangedAfter(NodeId state, PickleGraph::Moment then) const
    {
        const auto isLater = [&](NodeId part) { return lastChange(part) > then; };
        const auto halves = m_graph.is(state, NodeKind::Tuple) ? m_graph.tuple(state) : std::span<const NodeId>();
        return isLater(state) || (halves.size() == 2 && std::ranges::any_of(halves, isLater));
    }

    /// A container of Python's copies what it is made of.
    [[nodiscard]] std::optional<Message> whyCallIsUnclear(NodeId call)
    {
        const NodeId callable = m_graph.callable(call);
        const std::string_view name = m_document.className(callable);
        if (name == "numpy.dtype" && m_graph.state(call) != formats::kNoNode && !isOwnCopy(call)) {
            return message("a dtype that NumPy shares gets a state");
        }
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        const PickleGraph::Moment then = PickleGraph::whenMade(call);
        if (givesState(name) && !arguments.empty() && isStateChangedAfter(arguments.back(), then)) {
            return kLateState;
        }
        const Constructor constructor = m_document.constructor(callable);
        if (constructor < Constructor::DictLike || constructor > Constructor::SetLike) {
            return std::nullopt;
        }
        if (arguments.empty()) {
            return std::nullopt;
        }
        const bool hasPairs = constructor == Constructor::DictLike && m_graph.is(arguments[0], NodeKind::List);
        if (lastChange(arguments[0]) > then || (hasPairs && lastChangeWithin(arguments[0]) > then)) {
            return message("what a container was made of is changed afterwards");
        }
        if (name == "collections.deque" && forgetsItems(call, arguments)) {
            return message("a deque gets more than it can hold");
        }
        return isShown(call, arguments, constructor) ? std::nullopt
                                                     : std::optional(message("a container is made in an unusual way"));
    }

    /// dtype("f4", False, True): the last says that the object is its own.
    [[nodiscard]] bool isOwnCopy(NodeId dtype) const
    {
        const auto arguments = tupleOf(m_graph, m_graph.arguments(dtype));
        constexpr std::size_t copyAt = 2;
        return arguments.size() > copyAt &&
               (m_graph.is(arguments[copyAt], NodeKind::True) ||
                (m_graph.is(arguments[copyAt], NodeKind::Int) && m_graph.intValue(arguments[copyAt]) != 0));
    }

    [[nodiscard]] bool forgetsItems(NodeId deque, std::span<const NodeId> arguments) const
    {
        if (arguments.size() < 2 || !m_graph.is(arguments[1], NodeKind::Int)) {
            return false;
        }
        const auto given = std::int64_t{m_graph.elementCount(arguments[0])} + m_graph.elementCount(deque);
        return given > m_graph.intValue(arguments[1]);
    }

    /// Whether the rows show what a container was made of.
    [[nodiscard]] bool isShown(NodeId call, std::span<const NodeId> arguments, Constructor constructor) const
    {
        constexpr std::string_view takeAtOnce = "frozenset tuple"; // the others in __init__, which is not called
        const bool isNew = m_graph.callForm(call) == CallForm::New || m_graph.callForm(call) == CallForm::NewEx;
        if (isNew && !isListed(takeAtOnce, m_document.className(m_graph.callable(call)))) {
            return false;
        }
        const NodeKind kind = m_graph.kind(arguments[0]);
        switch (constructor) {
        case Constructor::DefaultDict: return arguments.size() == 1;
        case Constructor::DictLike: return kind == NodeKind::Dict || kind == NodeKind::List;
        case Constructor::Counter: return kind == NodeKind::Dict; // it counts what is in a list
        default: return kind >= NodeKind::Tuple && kind <= NodeKind::Set && kind != NodeKind::Dict;
        }
    }

    [[nodiscard]] bool isPlain(NodeId key) const
    {
        if (!m_graph.is(key, NodeKind::Call)) {
            return false;
        }
        const auto arguments = tupleOf(m_graph, m_graph.arguments(key));
        const std::string_view name = m_document.className(m_graph.callable(key));
        return isListed(kPlainTypes, name) || (name == "copyreg.__newobj__" && !arguments.empty() &&
                                               isListed(kPlainTypes, m_document.className(arguments[0])));
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::span<const NameTrust> m_trusts; ///< by global
    std::unordered_map<NodeId, PickleGraph::Moment> m_lastChanges;
};

} // namespace

std::optional<Message> whyUnclear(const PickleDocument& document, std::span<const NameTrust> trusts)
{
    return Unclear(document, trusts).why();
}

} // namespace cairn::checkpoint
