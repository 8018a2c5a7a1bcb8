#include "core/convert/tensors/plain_pickle.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/python3_name.h"
#include "core/checkpoint/trust/name_trust.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::PickledTree;
using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleOp;
using formats::PickleWriter;

namespace {

void writeTensorTo(PickleWriter& pickle, const Checkpoint& source, const NamedTensor& named, const std::string& key)
{
    const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
    formats::writeTensor(pickle, {.dtype = named.dtype,
                                  .sizes = source.shape(tensor),
                                  .bytes = writtenBytes(source, named),
                                  .key = key,
                                  .tag = "cpu"});
}

/// Writes one value. Recursion goes as deep as the value, and that has a limit.
class PlainPickler {
public:
    PlainPickler(const PickledTree& tree, const Checkpoint& source, const TensorNodes& tensors)
        : m_graph(tree.graph()), m_bytes(tree.document().source), m_source(source), m_tensors(tensors)
    {
    }

    std::expected<PlainPickle, Message> run(NodeId value)
    {
        write(value, 0);
        if (m_why) {
            return std::unexpected(std::move(*m_why));
        }
        return PlainPickle{m_pickle.finish(), std::move(m_written)};
    }

private:
    void refuse(Message why)
    {
        if (!m_why) {
            m_why = std::move(why);
        }
    }

    // NOLINTBEGIN(misc-no-recursion)
    void write(NodeId node, std::size_t depth)
    {
        constexpr std::size_t deepest = 100; // as deep as rows are shown, and readers have their limits too
        if (m_why) {
            return;
        }
        if (const auto known = m_memo.find(node); known != m_memo.end()) {
            m_pickle.get(known->second);
            return;
        }
        if (depth > deepest || m_open.contains(node)) {
            refuse(message("it holds itself, or is nested too deep"));
            return;
        }
        if (const auto tensor = m_tensors.find(node); tensor != m_tensors.end()) {
            writeTensorTo(m_pickle, m_source, tensor->second, std::to_string(m_written.size()));
            m_written.push_back(node);
            remember(node);
            return;
        }
        switch (m_graph.kind(node)) {
        case NodeKind::None: m_pickle.none(); break;
        case NodeKind::False: m_pickle.boolean(false); break;
        case NodeKind::True: m_pickle.boolean(true); break;
        case NodeKind::Int: m_pickle.integer(m_graph.intValue(node)); break;
        case NodeKind::Float: m_pickle.real(m_graph.floatValue(node)); break;
        case NodeKind::BigInt: m_pickle.bigInteger(m_graph.text(node)); break;
        case NodeKind::String: literal(PickleOp::BinUnicode, node); break;
        case NodeKind::Python2String: literal(PickleOp::ShortBinString, node); break;
        case NodeKind::Bytes: literal(PickleOp::ShortBinBytes, node); break;
        case NodeKind::ByteArray: literal(PickleOp::ByteArray8, node); break;
        case NodeKind::Global: writeGlobal(node); break;
        case NodeKind::Tuple:
        case NodeKind::FrozenSet: writeTuple(node, depth); break;
        case NodeKind::List: writeContainer(node, PickleOp::EmptyList, PickleOp::Appends, depth); break;
        case NodeKind::Set: writeContainer(node, PickleOp::EmptySet, PickleOp::AddItems, depth); break;
        case NodeKind::Dict: writeContainer(node, PickleOp::EmptyDict, PickleOp::SetItems, depth); break;
        case NodeKind::Call: writeCall(node, depth); break;
        case NodeKind::PersistentId: refuse(message("a storage or a tensor that is not written")); break;
        }
    }

    void writeTuple(NodeId node, std::size_t depth)
    {
        const auto elements = m_graph.tuple(node);
        const bool isFrozen = m_graph.is(node, NodeKind::FrozenSet);
        if (!isFrozen && elements.empty()) {
            m_pickle.emptyTuple();
            return;
        }
        m_open.insert(node);
        if (isFrozen || elements.size() > 3) {
            m_pickle.mark();
        }
        for (const NodeId element : elements) {
            write(element, depth + 1);
        }
        isFrozen ? m_pickle.op(PickleOp::FrozenSet) : m_pickle.tuple(elements.size());
        m_open.erase(node);
        remember(node);
    }

    void writeContainer(NodeId node, PickleOp empty, PickleOp close, std::size_t depth)
    {
        m_pickle.op(empty);
        remember(node);
        formats::PickleBatches batches(m_pickle, close);
        m_graph.forEachElement(node, [&](NodeId element) {
            batches.item();
            write(element, depth + 1);
        });
        m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
            batches.item();
            write(key, depth + 1);
            write(value, depth + 1);
        });
        batches.close();
    }

    void writeCall(NodeId node, std::size_t depth)
    {
        const CallForm form = m_graph.callForm(node);
        const bool isPlain = form == CallForm::Reduce || form == CallForm::New;
        if (!isPlain || !m_graph.is(m_graph.callable(node), NodeKind::Global)) {
            refuse(message("an object that is made in a way of its own"));
            return;
        }
        m_open.insert(node);
        write(m_graph.callable(node), depth + 1);
        write(m_graph.arguments(node), depth + 1);
        form == CallForm::New ? m_pickle.newObject() : m_pickle.reduce();
        m_open.erase(node);
        remember(node);
        m_graph.forEachChange(node, [&](std::uint32_t index) {
            using What = PickleGraph::Change::What;
            const PickleGraph::Change& change = m_graph.changes()[index];
            if (change.what == What::State) {
                write(change.state, depth + 1);
                m_pickle.build();
                return;
            }
            const bool arePairs = change.what == What::Pairs;
            const auto items = m_graph.items(change);
            formats::PickleBatches batches(m_pickle, arePairs ? PickleOp::SetItems : PickleOp::Appends);
            for (std::size_t i = 0; i < items.size(); ++i) {
                if (!arePairs || i % 2 == 0) {
                    batches.item();
                }
                write(items[i], depth + 1);
            }
            batches.close();
        });
    }
    // NOLINTEND(misc-no-recursion)

    void writeGlobal(NodeId node)
    {
        const formats::GlobalName& global = m_graph.global(node);
        const auto [module, name] = checkpoint::python3Name(global, m_graph.protocol());
        if (checkpoint::trustOfName(module, name).trust != checkpoint::Trust::DataOnly) {
            refuse(message("an object of %1, which is no plain data", printable(global.qualified())));
            return;
        }
        m_pickle.global(global.module, global.name);
    }

    /// Short ones go through the memo, as keys repeat.
    void literal(PickleOp family, NodeId node)
    {
        constexpr std::uint64_t mostShort = 200;
        const PickleGraph::Range range = m_graph.payload(node);
        if (m_graph.isExternal(node)) {
            m_pickle.literal(family, m_bytes, range.offset, range.bytes);
        } else if (family == PickleOp::BinUnicode && range.bytes <= mostShort) {
            m_pickle.text(m_graph.text(node));
        } else {
            m_pickle.literal(family, m_graph.text(node));
        }
    }

    void remember(NodeId node) { m_memo.emplace(node, m_pickle.put()); }

    const PickleGraph& m_graph;
    const SourcePtr& m_bytes;
    const Checkpoint& m_source;
    const TensorNodes& m_tensors;
    PickleWriter m_pickle;
    std::vector<NodeId> m_written;
    std::unordered_map<NodeId, PickleWriter::MemoIndex> m_memo;
    std::unordered_set<NodeId> m_open; ///< tuples and calls whose parts are being written
    std::optional<Message> m_why;
};

} // namespace

std::expected<PlainPickle, Message> plainPickle(const PickledTree& tree, NodeId value, const Checkpoint& source,
                                                const TensorNodes& tensors)
{
    return PlainPickler(tree, source, tensors).run(value);
}

SourcePtr tensorPickle(const Checkpoint& source, const NamedTensor& named)
{
    PickleWriter pickle;
    writeTensorTo(pickle, source, named, "0");
    return pickle.finish();
}

} // namespace cairn::convert
