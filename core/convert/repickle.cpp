#include "core/convert/repickle.h"

#include "core/base/progress.h"
#include "core/formats/pickle_writer.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace cairn::convert {

using formats::CallForm;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleOp;
using formats::PickleWriter;

namespace {

/// The stack machine that writes. A tuple and a call need their parts before they exist, so one that holds itself is
/// begun twice: the inner one is finished first and remembered, and the outer one is dropped for it, as Python does.
class Repickler {
public:
    Repickler(const GraphEdit& edit, SourcePtr source, const Progress* progress)
        : m_edit(edit), m_source(std::move(source)), m_progress(progress),
          m_writer(std::max(PickleWriter::kProtocol, edit.original().protocol())), m_memo(edit.nodeCount(), kNoMemo),
          m_uses(edit.nodeCount())
    {
    }

    [[nodiscard]] Result<SourcePtr> run();

private:
    static constexpr PickleWriter::MemoIndex kNoMemo = std::numeric_limits<PickleWriter::MemoIndex>::max();

    enum class Do : std::uint8_t {
        Value,  ///< write a node
        Finish, ///< its parts are written: make it of them
        Op,     ///< write an instruction
    };
    struct Task {
        NodeId node = kNoNode;
        Do what = Do::Value;
        PickleOp op = PickleOp::Mark;
    };

    void countUses();
    [[nodiscard]] Result<void> step(Task task);
    [[nodiscard]] Result<void> value(NodeId node);
    void finish(NodeId node);
    void literal(PickleOp family, const PickleGraph& graph, NodeId node);
    void beginParts(NodeId node);
    /// Instructions that take the parts of a node off the stack again.
    void dropParts(const PickleGraph& graph, NodeId node);
    void later(Task task) { m_tasks.push_back(task); }
    /// Elements, pairs and state, which a node gets when it exists.
    void addContents(NodeId node);
    void addBatches(const std::vector<NodeId>& items, std::size_t itemNodes, PickleOp close);
    void remember(NodeId node);

    const GraphEdit& m_edit;
    SourcePtr m_source;
    const Progress* m_progress;
    PickleWriter m_writer;
    std::vector<PickleWriter::MemoIndex> m_memo;
    std::vector<std::uint8_t> m_uses; ///< 0, 1, or 2 for more
    std::size_t m_edges = 0;
    std::vector<Task> m_tasks; ///< the next one last
    std::vector<NodeId> m_items;
};

void Repickler::countUses()
{
    std::vector<NodeId> open{m_edit.root()};
    m_uses[m_edit.root()] = 1;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        m_edit.forEachChild(node, [&](NodeId child) {
            ++m_edges;
            if (m_uses[child] == 0) {
                open.push_back(child);
            }
            m_uses[child] = m_uses[child] == 0 ? 1 : 2;
        });
    }
}

Result<SourcePtr> Repickler::run()
{
    countUses();
    // Only what was made to be slow begins the same values over and over again.
    const std::size_t most = 4 * m_edges + 1'000'000;
    later({.node = m_edit.root()});
    for (std::size_t steps = 0; !m_tasks.empty(); ++steps) {
        constexpr std::size_t askEvery = 1U << 16;
        if (steps % askEvery == 0 && m_progress != nullptr && m_progress->stopRequested()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        if (steps / 4 > most) {
            return fail(ErrorCode::LimitExceeded, "the values of the pickle hold each other in too many ways");
        }
        const Task task = m_tasks.back();
        m_tasks.pop_back();
        CAIRN_TRY(step(task));
    }
    return m_writer.finish();
}

Result<void> Repickler::step(Task task)
{
    switch (task.what) {
    case Do::Value: return value(task.node);
    case Do::Finish: finish(task.node); return {};
    case Do::Op: m_writer.op(task.op); return {};
    }
    return {};
}

/// What gets its contents later can be met again among them.
void Repickler::remember(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    const bool isOpen = !graph.is(local, NodeKind::Tuple) && !graph.is(local, NodeKind::FrozenSet) &&
                        (graph.elementCount(local) != 0 || graph.pairCount(local) != 0 ||
                         (graph.is(local, NodeKind::Call) && graph.state(local) != kNoNode));
    if (isOpen || m_uses[node] > 1) {
        m_memo[node] = m_writer.put();
    }
}

void Repickler::literal(PickleOp family, const PickleGraph& graph, NodeId node)
{
    if (graph.isExternal(node)) {
        const PickleGraph::Range range = graph.payload(node);
        m_writer.literal(family, m_source, range.offset, range.bytes);
    } else {
        m_writer.literal(family, graph.text(node));
    }
}

Result<void> Repickler::value(NodeId node)
{
    if (m_memo[node] != kNoMemo) {
        m_writer.get(m_memo[node]);
        return {};
    }
    const auto [graph, local] = m_edit.place(node);
    switch (graph.kind(local)) {
    case NodeKind::None: m_writer.none(); return {};
    case NodeKind::False: m_writer.boolean(false); return {};
    case NodeKind::True: m_writer.boolean(true); return {};
    case NodeKind::Int: m_writer.integer(graph.intValue(local)); return {};
    case NodeKind::Float: m_writer.real(graph.floatValue(local)); return {};
    case NodeKind::BigInt: m_writer.bigInteger(graph.text(local)); return {};
    case NodeKind::Global: m_writer.global(graph.global(local).module, graph.global(local).name); return {};
    case NodeKind::String: literal(PickleOp::BinUnicode, graph, local); break;
    case NodeKind::Python2String: literal(PickleOp::ShortBinString, graph, local); break;
    case NodeKind::Bytes: literal(PickleOp::ShortBinBytes, graph, local); break;
    case NodeKind::ByteArray: literal(PickleOp::ByteArray8, graph, local); break;
    case NodeKind::List: m_writer.op(PickleOp::EmptyList); break;
    case NodeKind::Dict: m_writer.op(PickleOp::EmptyDict); break;
    case NodeKind::Set: m_writer.op(PickleOp::EmptySet); break;
    case NodeKind::Tuple:
        if (graph.tuple(local).empty()) {
            m_writer.emptyTuple();
            return {};
        }
        beginParts(node);
        return {};
    case NodeKind::FrozenSet:
    case NodeKind::Call:
    case NodeKind::PersistentId: beginParts(node); return {};
    }
    remember(node);
    addContents(node);
    return {};
}

void Repickler::beginParts(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    later({.node = node, .what = Do::Finish});
    const std::size_t first = m_tasks.size();
    const auto part = [&](NodeId child) { later({.node = m_edit.resolve(child)}); };
    constexpr std::size_t mostWithoutMark = 3;
    switch (graph.kind(local)) {
    case NodeKind::PersistentId: part(graph.persistentId(local)); break;
    case NodeKind::Call:
        if (graph.callForm(local) == CallForm::Instance) {
            m_writer.mark();
            part(graph.callable(local));
            const auto arguments = m_edit.find(graph.arguments(local));
            std::ranges::for_each(arguments.graph.tuple(arguments.node), part);
        } else {
            part(graph.callable(local));
            part(graph.arguments(local));
        }
        if (graph.callForm(local) == CallForm::NewEx) {
            part(graph.keywords(local));
        }
        break;
    default:
        if (graph.is(local, NodeKind::FrozenSet) || graph.tuple(local).size() > mostWithoutMark) {
            m_writer.mark();
        }
        std::ranges::for_each(graph.tuple(local), part);
    }
    std::reverse(m_tasks.begin() + static_cast<std::ptrdiff_t>(first), m_tasks.end());
}

void Repickler::dropParts(const PickleGraph& graph, NodeId node)
{
    constexpr std::size_t mostWithoutMark = 3;
    std::size_t parts = 1;
    bool marked = false;
    switch (graph.kind(node)) {
    case NodeKind::FrozenSet: marked = true; break;
    case NodeKind::Tuple:
        parts = graph.tuple(node).size();
        marked = parts > mostWithoutMark;
        break;
    case NodeKind::Call:
        parts = graph.callForm(node) == CallForm::NewEx ? 3 : 2;
        marked = graph.callForm(node) == CallForm::Instance;
        break;
    default: break;
    }
    for (std::size_t i = 0; i < (marked ? 1 : parts); ++i) {
        m_writer.op(marked ? PickleOp::PopMark : PickleOp::Pop);
    }
}

void Repickler::finish(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    if (m_memo[node] != kNoMemo) { // its parts held it, so it exists by now
        dropParts(graph, local);
        m_writer.get(m_memo[node]);
        return;
    }
    switch (graph.kind(local)) {
    case NodeKind::PersistentId: m_writer.persistentId(); break;
    case NodeKind::FrozenSet: m_writer.op(PickleOp::FrozenSet); break;
    case NodeKind::Tuple: m_writer.tuple(graph.tuple(local).size()); break;
    default:
        switch (graph.callForm(local)) {
        case CallForm::Reduce: m_writer.reduce(); break;
        case CallForm::New: m_writer.newObject(); break;
        case CallForm::NewEx: m_writer.op(PickleOp::NewObjEx); break;
        case CallForm::Instance: m_writer.op(PickleOp::Obj); break;
        }
    }
    remember(node);
    if (graph.is(local, NodeKind::Call)) {
        addContents(node);
    }
}

void Repickler::addContents(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    const std::size_t first = m_tasks.size();
    const auto take = [this](NodeId child) { m_items.push_back(m_edit.resolve(child)); };

    m_items.clear();
    if (graph.elementCount(local) != 0) {
        graph.forEachElement(local, take);
        addBatches(m_items, 1, graph.is(local, NodeKind::Set) ? PickleOp::AddItems : PickleOp::Appends);
    }
    m_items.clear();
    if (graph.pairCount(local) != 0) {
        graph.forEachPair(local, [&](NodeId key, NodeId value) {
            take(key);
            take(value);
        });
        addBatches(m_items, 2, PickleOp::SetItems);
    }
    if (graph.is(local, NodeKind::Call) && graph.state(local) != kNoNode) {
        later({.node = m_edit.resolve(graph.state(local))});
        later({.what = Do::Op, .op = PickleOp::Build});
    }
    std::reverse(m_tasks.begin() + static_cast<std::ptrdiff_t>(first), m_tasks.end());
}

void Repickler::addBatches(const std::vector<NodeId>& items, std::size_t itemNodes, PickleOp close)
{
    const std::size_t batch = PickleWriter::kBatch * itemNodes;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % batch == 0) {
            later({.what = Do::Op, .op = PickleOp::Mark});
        }
        later({.node = items[i]});
        if ((i + 1) % batch == 0 || i + 1 == items.size()) {
            later({.what = Do::Op, .op = close});
        }
    }
}

} // namespace

Result<SourcePtr> repickle(const GraphEdit& edit, const SourcePtr& source, const Progress* progress)
{
    for (const Issue& issue : edit.original().issues()) {
        if (issue.code == ErrorCode::PickleStack) { // the decoder left something out
            return fail(error(ErrorCode::Unsupported, "the pickle cannot be written anew: " + issue.message));
        }
    }
    return Repickler(edit, source, progress).run();
}

} // namespace cairn::convert
