#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace cairn::test {

/// Compares two decoded pickles node by node: values, order, and which values are the same object. Says the first
/// difference; empty if there is none. External payloads are compared through their sources.
class SameGraph {
public:
    struct Side {
        const formats::PickleGraph& graph;
        SourcePtr source;
    };

    [[nodiscard]] static std::string difference(const Side& a, const Side& b) { return SameGraph(a, b).run(); }

private:
    using NodeId = formats::NodeId;
    using Kind = formats::NodeKind;

    SameGraph(const Side& a, const Side& b)
        : m_a(a), m_b(b), m_pairs(a.graph.nodeCount(), formats::kNoNode), m_seen(b.graph.nodeCount(), formats::kNoNode)
    {
    }

    std::string run()
    {
        m_open.emplace_back(m_a.graph.root(), m_b.graph.root());
        while (!m_open.empty()) {
            const auto [x, y] = m_open.back();
            m_open.pop_back();
            if (std::string found = compare(x, y); !found.empty()) {
                return "nodes " + std::to_string(x) + " and " + std::to_string(y) + ": " + found;
            }
        }
        return {};
    }

    std::string compare(NodeId x, NodeId y)
    {
        if (x == formats::kNoNode || y == formats::kNoNode) {
            return x == y ? "" : "one is missing";
        }
        const Kind kind = m_a.graph.kind(x);
        if (m_b.graph.kind(y) != kind) {
            return "other kinds";
        }
        switch (kind) {
        case Kind::None:
        case Kind::False:
        case Kind::True: return {};
        case Kind::Int: return m_a.graph.intValue(x) == m_b.graph.intValue(y) ? "" : "other numbers";
        case Kind::Float: {
            const double u = m_a.graph.floatValue(x);
            const double v = m_b.graph.floatValue(y);
            return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v) ? "" : "other floats";
        }
        case Kind::BigInt: return m_a.graph.text(x) == m_b.graph.text(y) ? "" : "other large numbers";
        case Kind::Global: return m_a.graph.globalText(x) == m_b.graph.globalText(y) ? "" : "other globals";
        default: break;
        }
        if (kind == Kind::Tuple && m_a.graph.tuple(x).empty()) {
            return m_b.graph.tuple(y).empty() ? "" : "other sizes";
        }
        NodeId& there = m_pairs[x];
        NodeId& back = m_seen[y];
        if (there != formats::kNoNode || back != formats::kNoNode) {
            return there == y && back == x ? "" : "not the same object";
        }
        there = y;
        back = x;
        return compareParts(x, y, kind);
    }

    std::string compareParts(NodeId x, NodeId y, Kind kind)
    {
        switch (kind) {
        case Kind::String:
        case Kind::Python2String:
        case Kind::Bytes:
        case Kind::ByteArray: return contents(m_a, x) == contents(m_b, y) ? "" : "other contents";
        case Kind::PersistentId: m_open.emplace_back(m_a.graph.persistentId(x), m_b.graph.persistentId(y)); return {};
        case Kind::Call:
            if (m_a.graph.callForm(x) != m_b.graph.callForm(y)) {
                return "other forms of call";
            }
            m_open.emplace_back(m_a.graph.callable(x), m_b.graph.callable(y));
            m_open.emplace_back(m_a.graph.keywords(x), m_b.graph.keywords(y));
            m_open.emplace_back(m_a.graph.state(x), m_b.graph.state(y));
            m_open.emplace_back(m_a.graph.arguments(x), m_b.graph.arguments(y));
            break;
        default: break;
        }
        const std::vector<NodeId> left = items(m_a.graph, x);
        const std::vector<NodeId> right = items(m_b.graph, y);
        if (left.size() != right.size() || m_a.graph.elementCount(x) != m_b.graph.elementCount(y)) {
            return "other sizes";
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            m_open.emplace_back(left[i], right[i]);
        }
        return {};
    }

    static std::vector<NodeId> items(const formats::PickleGraph& graph, NodeId node)
    {
        std::vector<NodeId> all;
        graph.forEachElement(node, [&](NodeId child) { all.push_back(child); });
        graph.forEachPair(node, [&](NodeId key, NodeId value) {
            all.push_back(key);
            all.push_back(value);
        });
        return all;
    }

    static std::string contents(const Side& side, NodeId node)
    {
        if (!side.graph.isExternal(node)) {
            return std::string(side.graph.text(node));
        }
        const auto range = side.graph.payload(node);
        const auto bytes = side.source->readBytes(range.offset, range.bytes);
        return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "unreadable";
    }

    Side m_a;
    Side m_b;
    std::vector<std::pair<NodeId, NodeId>> m_open;
    std::vector<NodeId> m_pairs; ///< of a's nodes those of b that they were met with
    std::vector<NodeId> m_seen;  ///< the other way round
};

} // namespace cairn::test
