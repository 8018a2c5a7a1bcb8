#include "core/checkpoint/tree/unclear_values.h"

#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"

#include <algorithm>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Their results are equal to plain values, and so to other keys.
constexpr std::string_view kPlainTypes = "bool float int str";

class Unclear {
public:
    explicit Unclear(const PickleDocument& document) : m_document(document), m_graph(document.graph) {}

    [[nodiscard]] std::optional<Message> why() const
    {
        if (m_graph.oddities().addsAsToSet) {
            return message("items are added to an object as to a set");
        }
        for (const PickleGraph::Change& change : m_graph.changes()) {
            const auto index = static_cast<std::uint32_t>(&change - m_graph.changes().data());
            if (change.what == PickleGraph::Change::What::State &&
                isChangedAfter(change.state, m_graph.whenChanged(index))) {
                return message("a state is changed after an object has got it");
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
            }
            if (mayCompute) {
                m_graph.forEachPair(node, [&](NodeId key, NodeId) { isComputed = isComputed || isPlain(key); });
            }
        }
        return isComputed ? std::optional(message("a key is computed")) : std::nullopt;
    }

private:
    [[nodiscard]] bool isChangedAfter(NodeId node, PickleGraph::Moment then) const
    {
        const auto isLater = [&](NodeId part) {
            return m_graph.whenFilled(part) > then || m_graph.whenLastChanged(part) > then;
        };
        return m_graph.is(node, NodeKind::Tuple) ? std::ranges::any_of(m_graph.tuple(node), isLater) : isLater(node);
    }

    /// A container of Python's copies what it is made of.
    [[nodiscard]] std::optional<Message> whyCallIsUnclear(NodeId call) const
    {
        const NodeId callable = m_graph.callable(call);
        const Constructor constructor = m_document.constructor(callable);
        if (constructor < Constructor::DictLike || constructor > Constructor::SetLike) {
            return std::nullopt;
        }
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        if (std::ranges::any_of(
                arguments, [&](NodeId argument) { return isChangedAfter(argument, PickleGraph::whenMade(call)); })) {
            return message("what a container was made of is changed afterwards");
        }
        return arguments.empty() || isShown(call, arguments, constructor)
                   ? std::nullopt
                   : std::optional(message("a container is made in an unusual way"));
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
};

} // namespace

std::optional<Message> whyUnclear(const PickleDocument& document)
{
    return Unclear(document).why();
}

} // namespace cairn::checkpoint
