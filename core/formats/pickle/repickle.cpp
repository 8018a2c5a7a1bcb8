#include "core/formats/pickle/repickle.h"

#include "core/base/progress.h"
#include "core/formats/pickle/pickle_writer.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::formats {

namespace {

using Moment = PickleGraph::Moment;

/// The stack machine that writes. A tuple and a call need their parts before they exist, so one that holds itself is
/// begun twice: the inner one is finished first and remembered, and the outer one is dropped for it, as Python does.
///
/// Calls, what changes the objects that they make, and what fills the containers that there are already stay in their
/// order: before each of them comes what was done before it and is not done yet, is remembered, and taken off the stack
/// again. Usually nothing is, since values are written in the order in which Python does; what is done for its effect
/// alone always is, and what values hold that hold themselves can be.
class Repickler {
public:
    Repickler(PickleWriter& writer, const GraphEdit& edit, SourcePtr source, const Progress* progress,
              bool remembersCalls)
        : m_edit(edit), m_graph(edit.original()), m_source(std::move(source)), m_progress(progress),
          m_remembersCalls(remembersCalls), m_writer(writer), m_memo(edit.nodeCount(), kNoMemo),
          m_uses(edit.nodeCount()), m_isMade(edit.nodeCount()),
          m_isChanged(m_graph.changes().size() + edit.made().changes().size())
    {
    }

    /// False if what is made once has to be remembered to be written in its order.
    [[nodiscard]] Result<bool> run();

private:
    static constexpr PickleWriter::MemoIndex kNoMemo = std::numeric_limits<PickleWriter::MemoIndex>::max();

    enum class Do : std::uint8_t {
        Value,  ///< write a node
        Finish, ///< its parts are written: make it of them
        Change, ///< begin a change of the object on top of the stack
        Commit, ///< what the change takes is written: do it
        Fill,   ///< begin a filling of the container on top of the stack
        Filled, ///< its items are written: put them in
        Pop,    ///< take the object on top of the stack off it
        Rest,   ///< do what nothing has waited for
    };
    struct Task {
        NodeId node = kNoNode;
        Do what = Do::Value;
        std::uint32_t index = 0; ///< of a filling, or of a change: those of the made graph come after the others
    };
    struct Filling {
        std::span<const NodeId> items;
        Moment when;
    };
    /// A container that is written, but not yet all that is in it.
    struct Open {
        std::vector<Filling> fillings;
        std::size_t done = 0;
    };

    void countUses();
    [[nodiscard]] Result<void> step(Task task);
    [[nodiscard]] Result<void> value(NodeId node);
    void finish(Task task);
    void literal(PickleOp family, const PickleGraph& graph, NodeId node);
    void beginParts(NodeId node);
    /// Instructions that take the parts of a node off the stack again.
    void dropParts(const PickleGraph& graph, NodeId node);
    void later(Task task) { m_tasks.push_back(task); }
    void addFillings(NodeId node);
    void beginFilling(Task task);
    void commitFilling(Task task);
    void addChanges(NodeId node);
    void beginChange(std::uint32_t index);
    void commitChange(Task task);
    [[nodiscard]] const PickleGraph::Change& change(std::uint32_t index) const
    {
        const std::size_t old = m_graph.changes().size();
        return index < old ? m_graph.changes()[index] : m_edit.made().changes()[index - old];
    }
    void remember(NodeId node);

    /// The next call of the original graph that is not made; the end of the graph if all are.
    [[nodiscard]] NodeId nextCall();
    /// The next change of an object of the original graph.
    [[nodiscard]] std::uint32_t nextChange();
    /// True, with tasks for the first of what was done before that moment, if it is not done yet; then `task` comes
    /// again.
    [[nodiscard]] bool waits(const Task& task, Moment moment);

    const GraphEdit& m_edit;
    const PickleGraph& m_graph;
    SourcePtr m_source;
    const Progress* m_progress;
    bool m_remembersCalls;
    bool m_mustRemember = false; ///< what is made once is needed once more
    PickleWriter& m_writer;
    std::vector<PickleWriter::MemoIndex> m_memo;
    std::vector<std::uint8_t> m_uses; ///< 0, 1, or 2 for more
    std::vector<bool> m_isMade;       ///< of calls and persistent ids
    std::vector<bool> m_isChanged;
    NodeId m_nextCall = 0;
    std::uint32_t m_nextChange = 0;
    std::unordered_map<NodeId, Open> m_openContainers;
    std::set<std::pair<Moment, NodeId>> m_nextFillings; ///< of each of those
    std::size_t m_edges = 0;
    std::vector<Task> m_tasks; ///< the next one last
};

void Repickler::countUses()
{
    std::vector<NodeId> open;
    const auto use = [&](NodeId node) {
        if (m_uses[node] == 0) {
            open.push_back(node);
        }
        m_uses[node] = m_uses[node] == 0 ? 1 : 2;
    };
    std::ranges::for_each(m_edit.roots(), use);
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        m_edit.forEachChild(node, [&](NodeId child) {
            ++m_edges;
            use(child);
        });
    }
}

Result<bool> Repickler::run()
{
    countUses();
    // Only what was made to be slow begins the same values over and over again.
    const std::size_t most = 4 * m_edges + 1'000'000;
    later({.what = Do::Rest});
    later({.node = m_edit.root()});
    for (std::size_t steps = 0; !m_tasks.empty(); ++steps) {
        constexpr std::size_t askEvery = 1U << 16;
        if (steps % askEvery == 0) {
            CAIRN_TRY(checkStop(m_progress));
        }
        if (steps / 4 > most) {
            return fail(ErrorCode::LimitExceeded, message("the values of the pickle hold each other in too many ways"));
        }
        const Task task = m_tasks.back();
        m_tasks.pop_back();
        CAIRN_TRY(step(task));
        if (m_mustRemember) {
            return false;
        }
    }
    return true;
}

Result<void> Repickler::step(Task task)
{
    constexpr NodeId never = std::numeric_limits<NodeId>::max();
    switch (task.what) {
    case Do::Value: return value(task.node);
    case Do::Finish: finish(task); return {};
    case Do::Change: beginChange(task.index); return {};
    case Do::Commit: commitChange(task); return {};
    case Do::Fill: beginFilling(task); return {};
    case Do::Filled: commitFilling(task); return {};
    case Do::Pop: m_writer.op(PickleOp::Pop); return {};
    case Do::Rest: static_cast<void>(waits(task, {.node = never})); return {};
    }
    return {};
}

NodeId Repickler::nextCall()
{
    for (; m_nextCall < m_graph.nodeCount(); ++m_nextCall) {
        if (!m_graph.is(m_nextCall, NodeKind::Call)) {
            continue;
        }
        const NodeId now = m_edit.resolve(m_nextCall);
        const bool isIt = now == m_nextCall || m_edit.oldCall(now) == m_nextCall;
        if (isIt && m_uses[now] != 0 && !m_isMade[now]) {
            break;
        }
    }
    return m_nextCall;
}

std::uint32_t Repickler::nextChange()
{
    for (; m_nextChange < m_graph.changes().size(); ++m_nextChange) {
        const NodeId target = m_graph.changes()[m_nextChange].target;
        if (m_uses[target] != 0 && !m_isChanged[m_nextChange]) {
            break;
        }
    }
    return m_nextChange;
}

bool Repickler::waits(const Task& task, Moment moment)
{
    const NodeId call = nextCall();
    const std::uint32_t index = nextChange();
    const Moment never = PickleGraph::whenMade(std::numeric_limits<NodeId>::max());
    const Moment called = call < m_graph.nodeCount() ? PickleGraph::whenMade(call) : never;
    const Moment changed = index < m_graph.changes().size() ? m_graph.whenChanged(index) : never;
    const Moment filled = m_nextFillings.empty() ? never : m_nextFillings.begin()->first;
    const Moment first = std::min({called, changed, filled});
    if (first >= moment) {
        return false;
    }
    later(task);
    later({.what = Do::Pop});
    if (first == called) {
        later({.node = m_edit.resolve(call)});
    } else if (first == changed) {
        later({.what = Do::Change, .index = index});
        later({.node = m_graph.changes()[index].target});
    } else {
        const NodeId container = m_nextFillings.begin()->second;
        const std::size_t filling = m_openContainers.find(container)->second.done;
        later({.node = container, .what = Do::Fill, .index = static_cast<std::uint32_t>(filling)});
        later({.node = container});
    }
    return true;
}

/// What gets its contents later can be met again among them.
void Repickler::remember(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    const bool isCall = graph.is(local, NodeKind::Call);
    const bool isMadeOnce = isCall || graph.is(local, NodeKind::PersistentId);
    const bool isOpen =
        !graph.is(local, NodeKind::Tuple) && !graph.is(local, NodeKind::FrozenSet) &&
        (graph.elementCount(local) != 0 || graph.pairCount(local) != 0 || (isCall && graph.state(local) != kNoNode));
    if (isOpen || m_uses[node] > 1 || (isMadeOnce && m_remembersCalls)) {
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
    if (m_isMade[node]) {
        m_mustRemember = true;
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
    addFillings(node);
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

void Repickler::finish(Task task)
{
    const NodeId node = task.node;
    const auto [graph, local] = m_edit.place(node);
    if (m_memo[node] != kNoMemo) { // its parts held it, so it exists by now
        dropParts(graph, local);
        m_writer.get(m_memo[node]);
        return;
    }
    const bool isCall = graph.is(local, NodeKind::Call);
    const NodeId original = node < m_graph.nodeCount() ? node : m_edit.oldCall(node);
    if (isCall && original != kNoNode && waits(task, PickleGraph::whenMade(original))) {
        return;
    }
    if (m_isMade[node]) {
        m_mustRemember = true;
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
    m_isMade[node] = isCall || graph.is(local, NodeKind::PersistentId);
    remember(node);
    if (isCall) {
        addChanges(node);
    }
}

/// The contents of a list, dictionary or set.
void Repickler::addFillings(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    const std::size_t batch = PickleWriter::kBatch * (graph.is(local, NodeKind::Dict) ? 2 : 1);
    Open open;
    graph.forEachFilling(local, [&](std::span<const NodeId> items, Moment when) {
        for (std::size_t begin = 0; begin < items.size(); begin += batch) {
            open.fillings.push_back({items.subspan(begin, std::min(batch, items.size() - begin)), when});
        }
    });
    for (std::size_t i = open.fillings.size(); i > 0; --i) {
        later({.node = node, .what = Do::Fill, .index = static_cast<std::uint32_t>(i - 1)});
    }
    if (!open.fillings.empty()) {
        m_nextFillings.emplace(open.fillings.front().when, node);
        m_openContainers.emplace(node, std::move(open));
    }
}

void Repickler::beginFilling(Task task)
{
    const auto open = m_openContainers.find(task.node);
    if (open == m_openContainers.end() || open->second.done > task.index) { // something had to wait for it
        return;
    }
    task.what = Do::Filled;
    later(task);
    m_writer.mark();
    for (const NodeId item : open->second.fillings[task.index].items | std::views::reverse) {
        later({.node = m_edit.resolve(item)});
    }
}

void Repickler::commitFilling(Task task)
{
    const auto known = m_openContainers.find(task.node);
    if (known == m_openContainers.end() || known->second.done > task.index) { // its items held what waited for it
        m_writer.op(PickleOp::PopMark);
        return;
    }
    Open& open = known->second;
    const Moment when = open.fillings[task.index].when;
    if (waits(task, when)) {
        return;
    }
    const auto [graph, local] = m_edit.place(task.node);
    m_writer.op(graph.is(local, NodeKind::Dict)  ? PickleOp::SetItems
                : graph.is(local, NodeKind::Set) ? PickleOp::AddItems
                                                 : PickleOp::Appends);
    m_nextFillings.erase({when, task.node});
    if (++open.done == open.fillings.size()) {
        m_openContainers.erase(known);
    } else {
        m_nextFillings.emplace(open.fillings[open.done].when, task.node);
    }
}

void Repickler::addChanges(NodeId node)
{
    const auto [graph, local] = m_edit.place(node);
    const std::size_t first = m_tasks.size();
    const std::size_t before = node < m_graph.nodeCount() ? 0 : m_graph.changes().size();
    graph.forEachChange(local, [&](std::uint32_t index) {
        later({.what = Do::Change, .index = static_cast<std::uint32_t>(before + index)});
    });
    std::reverse(m_tasks.begin() + static_cast<std::ptrdiff_t>(first), m_tasks.end());
}

void Repickler::beginChange(std::uint32_t index)
{
    using What = PickleGraph::Change::What;
    if (m_isChanged[index]) {
        return;
    }
    const PickleGraph::Change& begun = change(index);
    later({.what = Do::Commit, .index = index});
    if (begun.what == What::State) {
        later({.node = m_edit.resolve(begun.state)});
        return;
    }
    const PickleGraph& graph = index < m_graph.changes().size() ? m_graph : m_edit.made();
    m_writer.mark();
    for (const NodeId item : graph.items(begun) | std::views::reverse) {
        later({.node = m_edit.resolve(item)});
    }
}

void Repickler::commitChange(Task task)
{
    using What = PickleGraph::Change::What;
    const PickleGraph::Change& begun = change(task.index);
    const bool isState = begun.what == What::State;
    const bool isOld = task.index < m_graph.changes().size();
    if (m_isChanged[task.index]) { // what it takes held it
        m_writer.op(isState ? PickleOp::Pop : PickleOp::PopMark);
    } else if (!waits(task, isOld ? m_graph.whenChanged(task.index) : Moment{.node = begun.at})) {
        m_isChanged[task.index] = true;
        m_writer.op(isState ? PickleOp::Build : begun.what == What::Pairs ? PickleOp::SetItems : PickleOp::Appends);
    }
}

/// What can be written in another way than it was decoded from.
Result<void> requireWhole(const PickleGraph& graph)
{
    for (const Issue& issue : graph.issues()) {
        if (issue.code == ErrorCode::PickleStack) { // the decoder left something out
            return fail(error(ErrorCode::Unsupported, message("the pickle cannot be written anew: %1", issue.message)));
        }
    }
    return {};
}

PickleWriter writerFor(const GraphEdit& edit)
{
    return PickleWriter(std::max(PickleWriter::kProtocol, edit.original().protocol()));
}

} // namespace

Result<SourcePtr> repickle(const GraphEdit& edit, const SourcePtr& source, const Progress* progress)
{
    CAIRN_TRY(requireWhole(edit.original()));
    for (const bool remembersCalls : {false, true}) {
        PickleWriter writer = writerFor(edit);
        CAIRN_ASSIGN(isWritten, Repickler(writer, edit, source, progress, remembersCalls).run());
        if (isWritten) {
            return writer.finish();
        }
    }
    return fail(ErrorCode::Internal, message("the pickle could not be written in the order of its calls"));
}

Result<void> appendPickle(PickleWriter& writer, const GraphEdit& edit, const SourcePtr& source,
                          const Progress* progress)
{
    CAIRN_TRY(requireWhole(edit.original()));
    PickleWriter trial = writerFor(edit); // what has been written cannot be taken back
    CAIRN_ASSIGN(isWritten, Repickler(trial, edit, source, progress, false).run());
    CAIRN_ASSIGN(isAppended, Repickler(writer, edit, source, progress, !isWritten).run());
    return isAppended ? Result<void>()
                      : fail(ErrorCode::Internal, message("the pickle could not be written in the order of its calls"));
}

} // namespace cairn::formats
