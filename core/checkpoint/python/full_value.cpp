#include "core/checkpoint/python/full_value.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/bytes_value.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Writes down node after node. A container that comes again is its number.
class Outline {
public:
    Outline(const PickleDocument& document, std::size_t mostNodes, FullValue& out)
        : m_document(document), m_mostNodes(mostNodes), m_out(out)
    {
    }

    void write(NodeId root)
    {
        m_open.push_back(root);
        while (!m_open.empty()) {
            const NodeId node = m_open.back();
            m_open.pop_back();
            if (node == kNoNode) {
                m_out.outline += '-';
                continue;
            }
            const auto seen = m_seen.find(node);
            if (seen != m_seen.end()) {
                m_out.outline += '=';
                number(seen->second);
                continue;
            }
            if (++m_written > m_mostNodes) {
                m_out.isWhole = false;
                return;
            }
            if (!isLeaf(m_graph.kind(node))) { // whether equal texts are one is up to the pickler
                m_seen.emplace(node, m_seen.size());
            }
            writeNode(node);
        }
    }

private:
    static bool isLeaf(NodeKind kind)
    {
        return kind <= NodeKind::ByteArray || kind == NodeKind::Global || kind == NodeKind::PersistentId;
    }

    void writeNode(NodeId node)
    {
        node = m_document.classBehind(node); // the source code beside it is of the file alone
        NodeKind kind = m_graph.kind(node);
        if (writeBytes(node)) {
            return;
        }
        // Protocols without an instruction for sets call their classes.
        if (const NodeId elements = elementsOfSet(node); elements != kNoNode) {
            kind = m_graph.isGlobal(m_graph.callable(node), "builtins", "set") ? NodeKind::Set : NodeKind::FrozenSet;
            node = elements;
        }
        if (isText(node)) {
            kind = NodeKind::String;
        }
        m_out.outline += static_cast<char>('A' + static_cast<int>(kind));
        const std::size_t first = m_open.size();
        switch (kind) {
        case NodeKind::None:
        case NodeKind::False:
        case NodeKind::True: break;
        case NodeKind::Int: number(static_cast<std::uint64_t>(m_graph.intValue(node))); break;
        case NodeKind::Float: number(std::bit_cast<std::uint64_t>(m_graph.floatValue(node))); break;
        case NodeKind::BigInt:
        case NodeKind::String:
        case NodeKind::Python2String:
        case NodeKind::Bytes:
        case NodeKind::ByteArray: text(node); break;
        case NodeKind::Global:
            m_out.outline += m_graph.globalText(node);
            m_out.outline += ' ';
            break;
        case NodeKind::PersistentId: reference(m_graph.persistentId(node)); break;
        case NodeKind::Call:
            m_open.insert(m_open.end(), {m_graph.callable(node), m_graph.arguments(node), m_graph.keywords(node),
                                         m_graph.state(node)});
            items(node);
            break;
        case NodeKind::Tuple:
        case NodeKind::List:
        case NodeKind::Dict:
        case NodeKind::Set:
        case NodeKind::FrozenSet: items(node); break;
        }
        std::reverse(m_open.begin() + static_cast<std::ptrdiff_t>(first), m_open.end()); // the first comes next
    }

    /// Python 2 wrote texts as what are bytes since; what is no UTF-8 is only that.
    [[nodiscard]] bool isText(NodeId node) const
    {
        return m_graph.is(node, NodeKind::String) ||
               (m_graph.is(node, NodeKind::Python2String) && isValidUtf8(m_graph.text(node)));
    }

    /// Of a storage its class and size: its key is of the file alone, and its tag and bytes are compared in the row of
    /// its tensor.
    void reference(NodeId pid)
    {
        constexpr std::size_t sizeAt = 4;
        const auto parts = m_graph.is(pid, NodeKind::Tuple) ? m_graph.tuple(pid) : std::span<const NodeId>{};
        const bool isStorage = parts.size() > sizeAt && isText(parts[0]) && m_graph.text(parts[0]) == "storage";
        if (isStorage) {
            m_open.insert(m_open.end(), {parts[1], parts[sizeAt]});
        } else {
            m_open.push_back(pid);
        }
    }

    /// Bytes, however the protocol writes them.
    bool writeBytes(NodeId node)
    {
        constexpr std::size_t most = std::size_t{1} << 20;
        const NodeKind kind = m_graph.kind(node);
        if (kind != NodeKind::Bytes && kind != NodeKind::ByteArray && kind != NodeKind::Call) {
            return false;
        }
        const auto bytes = bytesValue(m_graph, m_out.source, node, most);
        if (!bytes || !bytes->complete) {
            return false;
        }
        m_out.outline += 'b';
        number(bytes->head.size());
        m_out.outline += bytes->head;
        return true;
    }

    [[nodiscard]] NodeId elementsOfSet(NodeId node) const
    {
        if (!m_graph.is(node, NodeKind::Call) || (!m_graph.isGlobal(m_graph.callable(node), "builtins", "set") &&
                                                  !m_graph.isGlobal(m_graph.callable(node), "builtins", "frozenset"))) {
            return kNoNode;
        }
        const NodeId arguments = m_graph.arguments(node);
        const bool hasOne = m_graph.is(arguments, NodeKind::Tuple) && m_graph.tuple(arguments).size() == 1 &&
                            m_graph.is(m_graph.tuple(arguments)[0], NodeKind::List);
        return hasOne && m_graph.state(node) == kNoNode ? m_graph.tuple(arguments)[0] : kNoNode;
    }

    void items(NodeId node)
    {
        number(m_graph.elementCount(node));
        number(m_graph.pairCount(node));
        m_graph.forEachElement(node, [this](NodeId element) {
            m_open.push_back(element);
            return m_open.size() <= m_mostNodes;
        });
        m_graph.forEachPair(node, [this](NodeId key, NodeId value) {
            m_open.insert(m_open.end(), {key, value});
            return m_open.size() <= m_mostNodes;
        });
        if (m_open.size() > m_mostNodes) {
            m_out.isWhole = false;
        }
    }

    void text(NodeId node)
    {
        const PickleGraph::Range range = m_graph.payload(node);
        number(range.bytes);
        if (m_graph.isExternal(node)) {
            m_out.payloads.push_back(range);
        } else {
            m_out.outline += m_graph.text(node);
        }
    }

    void number(std::uint64_t value) { m_out.outline += std::to_string(value) + ' '; }

    const PickleDocument& m_document;
    const PickleGraph& m_graph = m_document.graph;
    std::size_t m_mostNodes;
    std::size_t m_written = 0;
    FullValue& m_out;
    std::vector<NodeId> m_open;
    std::unordered_map<NodeId, std::size_t> m_seen;
};

} // namespace

FullValue fullValue(const PickleDocument& document, NodeId node, std::size_t mostNodes)
{
    FullValue value;
    value.source = document.source;
    Outline(document, mostNodes, value).write(node);
    return value;
}

Result<bool> holdSameValue(const FullValue& a, const FullValue& b, const Progress* progress)
{
    if (a.outline != b.outline || a.payloads.size() != b.payloads.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.payloads.size(); ++i) {
        const PickleGraph::Range& x = a.payloads[i];
        const PickleGraph::Range& y = b.payloads[i];
        if (x.bytes != y.bytes) {
            return false;
        }
        CAIRN_ASSIGN(same, holdSameBytes(*a.source, x.offset, *b.source, y.offset, x.bytes, progress));
        if (!same) {
            return false;
        }
    }
    return true;
}

} // namespace cairn::checkpoint
