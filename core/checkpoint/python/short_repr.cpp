#include "core/checkpoint/python/short_repr.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/constructor.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/python/python_value.h"
#include "core/checkpoint/python/scalar_repr.h"

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::string_view kStorage = "<storage>";

/// Writes one repr. Recursion ends at kMaxDepth, and nothing starts once the limit is reached.
class ReprWriter {
public:
    ReprWriter(const PickleGraph& graph, const SourcePtr& source, std::size_t limit)
        : m_graph(graph), m_source(source), m_limit(limit)
    {
    }

    void write(NodeId node, int depth = 0);
    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    static constexpr int kMaxDepth = 4;

    [[nodiscard]] bool isFull() const { return m_out.size() >= m_limit; }
    void writeItems(NodeId node, int depth, std::string_view open, std::string_view close);
    void writePairs(NodeId node, int depth);
    void writeTuple(NodeId node, int depth);
    /// "Parameter(4, 4)": an optimizer's state has such keys. Storage and strides would tell a person nothing.
    [[nodiscard]] bool writeTensor(NodeId node);
    void writeCall(NodeId node, int depth);
    /// False once there is no room for another item; then the dots are written.
    [[nodiscard]] bool separate(bool& isFirst);

    const PickleGraph& m_graph;
    const SourcePtr& m_source;
    std::size_t m_limit;
    std::string m_out;
};

bool ReprWriter::separate(bool& isFirst)
{
    m_out += isFirst ? "" : ", ";
    isFirst = false;
    if (isFull()) {
        m_out += "...";
        return false;
    }
    return true;
}

void ReprWriter::writeItems(NodeId node, int depth, std::string_view open, std::string_view close)
{
    m_out += open;
    bool isFirst = true;
    m_graph.forEachElement(node, [&](NodeId element) {
        if (!separate(isFirst)) {
            return false;
        }
        write(element, depth + 1);
        return true;
    });
    m_out += close;
}

void ReprWriter::writePairs(NodeId node, int depth)
{
    m_out += '{';
    bool isFirst = true;
    m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
        if (!separate(isFirst)) {
            return false;
        }
        write(key, depth + 1);
        m_out += ": ";
        write(value, depth + 1);
        return true;
    });
    m_out += '}';
}

void ReprWriter::writeTuple(NodeId node, int depth)
{
    writeItems(node, depth, "(", m_graph.elementCount(node) == 1 ? ",)" : ")");
}

bool ReprWriter::writeTensor(NodeId node)
{
    const auto made = [&](NodeId call) {
        const auto name = m_graph.is(call, NodeKind::Call) ? pythonName(m_graph, m_graph.callable(call)) : std::nullopt;
        return name ? constructorOf(name->module, name->name) : Constructor::Other;
    };
    const auto argument = [&](NodeId call, std::size_t i) {
        const auto all = tupleOf(m_graph, m_graph.arguments(call));
        return i < all.size() ? all[i] : kNoNode;
    };
    const Constructor outer = made(node);
    const bool isParameter = outer == Constructor::RebuildParameter || outer == Constructor::RebuildParameterWithState;
    const NodeId tensor = isParameter ? argument(node, 0) : node;
    switch (isParameter && tensor != kNoNode ? made(tensor) : outer) {
    case Constructor::RebuildTensor:
    case Constructor::RebuildTensorV2:
    case Constructor::RebuildTensorV3: break;
    default: return false;
    }
    const NodeId shape = argument(tensor, 2);
    if (!m_graph.is(shape, NodeKind::Tuple)) {
        return false;
    }
    m_out += isParameter ? "Parameter" : "Tensor";
    writeItems(shape, kMaxDepth - 1, "(", ")");
    return true;
}

void ReprWriter::writeCall(NodeId node, int depth)
{
    if (const auto value = pythonValue(m_graph, m_source, node)) {
        m_out += value->text;
        return;
    }
    if (const auto array = numpyArray(m_graph, m_source, node)) {
        m_out.append("array(").append(array->summary).append(", dtype=").append(array->dtype).append(")");
        return;
    }
    if (writeTensor(node)) {
        return;
    }
    const std::string callee = className(m_graph, m_graph.callable(node));
    if (callee == "torch.storage._load_from_bytes") { // the bytes hold tags; a name is not to change with them
        m_out += kStorage;
        return;
    }
    m_out += callee.empty() ? "..." : printable(lastName(callee));
    const NodeId arguments = m_graph.arguments(node);
    if (m_graph.is(arguments, NodeKind::Tuple)) {
        writeItems(arguments, depth, "(", "");
    } else {
        m_out += "(...";
    }
    const bool holdsMore =
        m_graph.state(node) != kNoNode || m_graph.elementCount(node) != 0 || m_graph.pairCount(node) != 0;
    m_out += holdsMore ? (m_out.ends_with('(') ? "...)" : ", ...)") : ")";
}

void ReprWriter::write(NodeId node, int depth)
{
    if (node == kNoNode || depth > kMaxDepth || isFull()) {
        m_out += "...";
        return;
    }
    if (const auto scalar = scalarRepr(m_graph, m_source, node, m_limit - m_out.size())) {
        m_out += *scalar;
        return;
    }
    switch (m_graph.kind(node)) {
    case NodeKind::Tuple: writeTuple(node, depth); return;
    case NodeKind::List: writeItems(node, depth, "[", "]"); return;
    case NodeKind::Dict: writePairs(node, depth); return;
    case NodeKind::FrozenSet: writeItems(node, depth, "frozenset({", "})"); return;
    case NodeKind::Set:
        writeItems(node, depth, m_graph.elementCount(node) == 0 ? "set(" : "{",
                   m_graph.elementCount(node) == 0 ? ")" : "}");
        return;
    case NodeKind::Call: writeCall(node, depth); return;
    case NodeKind::PersistentId: m_out += kStorage; return;
    default: m_out += "..."; return;
    }
}

} // namespace

std::string shortRepr(const PickleGraph& graph, const SourcePtr& source, NodeId node, std::size_t limit)
{
    ReprWriter writer(graph, source, limit);
    writer.write(node);
    return writer.take();
}

} // namespace cairn::checkpoint
