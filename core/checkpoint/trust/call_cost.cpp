#include "core/checkpoint/trust/call_cost.h"

#include "core/checkpoint/pickles/tensor_arguments.h"

#include <cstdint>
#include <unordered_map>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// How long values are: letters, bytes, or what is in them.
class Sizes {
public:
    explicit Sizes(const PickleGraph& graph) : m_graph(graph) {}

    [[nodiscard]] std::uint64_t of(NodeId node) const
    {
        if (node == kNoNode) {
            return 0;
        }
        switch (m_graph.kind(node)) {
        case NodeKind::BigInt:
        case NodeKind::String:
        case NodeKind::Python2String:
        case NodeKind::Bytes:
        case NodeKind::ByteArray: return m_graph.payload(node).bytes;
        case NodeKind::Tuple:
        case NodeKind::FrozenSet: return m_graph.tuple(node).size();
        case NodeKind::List:
        case NodeKind::Dict:
        case NodeKind::Set: return held(node);
        case NodeKind::Call: {
            const auto known = m_large.find(node);
            return known == m_large.end() ? 0 : known->second;
        }
        default: return 0;
        }
    }
    /// What a call is given. What it makes may be as long; what its arguments are was made before.
    [[nodiscard]] std::uint64_t given(NodeId call)
    {
        constexpr std::uint64_t few = 64;
        const std::uint64_t size = of(m_graph.keywords(call)) + contentsOf(m_graph.arguments(call));
        if (const std::uint64_t made = size + held(call); made > few) {
            m_large.emplace(call, made);
        }
        return size;
    }

    /// What is in a tuple; many calls can share one.
    [[nodiscard]] std::uint64_t contentsOf(NodeId tuple)
    {
        constexpr std::size_t few = 16;
        const auto parts = tupleOf(m_graph, tuple);
        const auto known = parts.size() > few ? m_contents.find(tuple) : m_contents.end();
        if (known != m_contents.end()) {
            return known->second;
        }
        std::uint64_t size = 0;
        for (const NodeId part : parts) {
            size += of(part);
        }
        if (parts.size() > few) {
            m_contents.emplace(tuple, size);
        }
        return size;
    }

private:
    [[nodiscard]] std::uint64_t held(NodeId node) const
    {
        return m_graph.elementCount(node) + std::uint64_t{2} * m_graph.pairCount(node);
    }

    const PickleGraph& m_graph;
    std::unordered_map<NodeId, std::uint64_t> m_large;    ///< what calls give
    std::unordered_map<NodeId, std::uint64_t> m_contents; ///< of long tuples
};

} // namespace

std::optional<TrustFinding> costlyCalls(const PickleDocument& document, std::span<const NameTrust> trusts)
{
    constexpr std::uint64_t least = 1'000'000;
    constexpr std::uint64_t timesTheFile = 8;
    constexpr std::uint64_t mostOfPatterns = 50'000; // letters, of which some take Python a millisecond
    const PickleGraph& graph = document.graph;
    Sizes sizes(graph);
    std::uint64_t total = 0;
    std::uint64_t patterns = 0;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (!graph.is(node, NodeKind::Call)) {
            continue;
        }
        const std::uint64_t given = sizes.given(node);
        const NodeId callable = document.classBehind(graph.callable(node));
        if (given != 0 && graph.is(callable, NodeKind::Global) &&
            trusts[graph.globalIndex(callable)].trust == Trust::DataOnly) {
            total += given;
            patterns += document.className(callable) == "re._compile" ? given : 0;
        }
    }
    for (const PickleGraph::Change& change : graph.changes()) {
        if (change.what == PickleGraph::Change::What::State) {
            total += sizes.of(change.state) + sizes.contentsOf(change.state);
        }
    }
    if (total <= least + timesTheFile * document.source->sizeBytes() && patterns <= mostOfPatterns) {
        return std::nullopt;
    }
    return TrustFinding{Trust::Dangerous, phrase("values that are given again and again"),
                        phrase("Each call goes through all of what it is given, and together they take very long, or "
                               "much more memory than the file has")};
}

} // namespace cairn::checkpoint
