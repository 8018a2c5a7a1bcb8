#include "core/checkpoint/trust/rebuilder_arguments.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::size_t kNowhere = 99;

} // namespace

struct TakenArguments {
    std::string_view name;
    std::size_t size = kNowhere; ///< and the stride after it
    std::size_t requiresGrad = kNowhere;
    std::size_t hooks = kNowhere;
    std::size_t metadata = kNowhere;
};
namespace {

constexpr std::array kTaken = {
    TakenArguments{.name = "_rebuild_tensor", .size = 2},
    TakenArguments{.name = "_rebuild_tensor_v2", .size = 2, .requiresGrad = 4, .hooks = 5, .metadata = 6},
    TakenArguments{.name = "_rebuild_tensor_v3", .size = 2, .requiresGrad = 4, .hooks = 5, .metadata = 7},
    TakenArguments{.name = "_rebuild_qtensor", .size = 2, .requiresGrad = 5, .hooks = 6},
    TakenArguments{.name = "_rebuild_parameter", .requiresGrad = 1, .hooks = 2},
    TakenArguments{.name = "_rebuild_parameter_with_state", .requiresGrad = 1, .hooks = 2},
    TakenArguments{.name = "_rebuild_meta_tensor_no_storage", .size = 1, .requiresGrad = 3},
    TakenArguments{.name = "_rebuild_device_tensor_from_numpy", .requiresGrad = 3},
    TakenArguments{.name = "_rebuild_device_tensor_from_cpu_tensor", .requiresGrad = 3},
};

class Arguments {
public:
    Arguments(const PickleDocument& document, NodeId call) : m_document(document), m_graph(document.graph), m_call(call)
    {
    }

    [[nodiscard]] bool areStrange(const TakenArguments& taken) const
    {
        const auto given = tupleOf(m_graph, m_graph.arguments(m_call));
        const auto isStrange = [&](std::size_t at, auto isFine) { return at < given.size() && !isFine(given[at]); };
        const auto isShape = [this](NodeId node) { return isFixed(node); };
        return isStrange(taken.size, isShape) || isStrange(taken.size + 1, isShape) ||
               isStrange(taken.requiresGrad, [this](NodeId node) { return isFlag(node); }) ||
               isStrange(taken.hooks, [this](NodeId node) { return areHooks(node); }) ||
               isStrange(taken.metadata, [this](NodeId node) { return isMetadata(node); });
    }

private:
    [[nodiscard]] bool isFlag(NodeId node) const
    {
        return m_graph.is(node, NodeKind::True) || m_graph.is(node, NodeKind::False) ||
               m_graph.is(node, NodeKind::None) || m_graph.is(node, NodeKind::Int);
    }
    /// It is now what it is in the end.
    [[nodiscard]] bool isFixed(NodeId node) const
    {
        return !m_graph.is(node, NodeKind::List) || m_graph.whenFilled(node) < PickleGraph::whenMade(m_call);
    }
    /// None, or a dictionary of functions by their names. There are none in nearly all files.
    [[nodiscard]] bool areHooks(NodeId node) const
    {
        if (m_graph.is(node, NodeKind::None)) {
            return true;
        }
        const bool isOrdered = m_graph.is(node, NodeKind::Call) &&
                               m_document.className(m_graph.callable(node)) == "collections.OrderedDict" &&
                               tupleOf(m_graph, m_graph.arguments(node)).empty() &&
                               m_graph.state(node) == formats::kNoNode;
        if (!isOrdered && !m_graph.is(node, NodeKind::Dict)) {
            return false;
        }
        bool areFunctions = true;
        m_graph.forEachPair(node, [&](NodeId key, NodeId hook) {
            areFunctions = m_graph.is(key, NodeKind::Int) && m_graph.is(hook, NodeKind::Global);
            return areFunctions;
        });
        return areFunctions;
    }
    /// Flags of all elements by their names: {"conj": True}.
    [[nodiscard]] bool isMetadata(NodeId node) const
    {
        if (m_graph.is(node, NodeKind::None)) {
            return true;
        }
        bool isPlain = m_graph.is(node, NodeKind::Dict) &&
                       (m_graph.pairCount(node) == 0 || m_graph.whenFilled(node) < PickleGraph::whenMade(m_call));
        m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
            const auto name = keptText(m_graph, key);
            const bool isTruth = m_graph.is(value, NodeKind::True) || m_graph.is(value, NodeKind::False);
            const bool isOfDevices = m_graph.is(value, NodeKind::Int) || m_graph.isText(value); // of those of others
            isPlain = isPlain && m_graph.isText(key) && name &&
                      (isTruth || (isOfDevices && *name != "conj" && *name != "neg"));
            return isPlain;
        });
        return isPlain;
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    NodeId m_call;
};

} // namespace

const TakenArguments* takenArguments(std::string_view function)
{
    const auto* const found = std::ranges::find(kTaken, lastName(function), &TakenArguments::name);
    return found == kTaken.end() ? nullptr : found;
}

std::optional<TrustFinding> strangeTensorArguments(const PickleDocument& document, const TakenArguments& taken,
                                                   NodeId call)
{
    if (!Arguments(document, call).areStrange(taken)) {
        return std::nullopt;
    }
    return TrustFinding{Trust::Dangerous, std::string(document.className(document.graph.callable(call))),
                        "It is given hooks, flags or a shape that no pickler writes, and torch goes by them unseen"};
}

std::optional<TrustFinding> strangeStorageReference(const PickleDocument& document, NodeId pid)
{
    const PickleGraph& graph = document.graph;
    const auto parts = tupleOf(graph, pid);
    const auto kind = parts.empty() ? std::nullopt : keptText(graph, parts[0]);
    // Tars have numbers, and classes with their source; packages have kinds of their own. torch.load refuses all else.
    if (parts.empty() || graph.is(parts[0], NodeKind::Global) || (kind && *kind != "storage")) {
        return std::nullopt;
    }
    constexpr std::size_t fewest = 5; // kind, class, key, tag, size; in old streams a view
    constexpr std::size_t keyAt = 2;
    constexpr std::size_t tagAt = 3;
    constexpr std::size_t sizeAt = 4;
    const bool isPlain = kind && parts.size() >= fewest && graph.is(parts[1], NodeKind::Global) &&
                         (graph.isText(parts[keyAt]) || graph.is(parts[keyAt], NodeKind::Int)) &&
                         (graph.isText(parts[tagAt]) || graph.is(parts[tagAt], NodeKind::Bytes)) &&
                         graph.is(parts[sizeAt], NodeKind::Int);
    return isPlain ? std::nullopt
                   : std::optional(TrustFinding{Trust::Dangerous, "a reference to a storage",
                                                "No pickler writes it so, and torch would read memory by it unseen"});
}

} // namespace cairn::checkpoint
