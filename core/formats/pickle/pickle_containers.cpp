// The half of PickleDecoder that builds containers, calls and storage references.

#include "core/formats/pickle/pickle_machine.h"

#include <utility>

namespace cairn::formats {

// --- containers ---------------------------------------------------------------------------------

Result<void> PickleDecoder::pushTuple(std::size_t count)
{
    if (!has(count)) [[unlikely]] {
        return underflow(count);
    }
    traceTuple(m_stack.size() - count);
    push(makeTuple(count));
    return {};
}

Result<void> PickleDecoder::pushFromMark(NodeKind kind)
{
    CAIRN_ASSIGN(first, popMark());
    const std::size_t count = m_stack.size() - first;
    if (kind == NodeKind::Tuple || kind == NodeKind::FrozenSet) {
        CAIRN_TRY(pushTuple(count));
        m_graph.m_kind[m_stack.back()] = kind;
        return {};
    }
    // LIST and DICT: a container with what lies above the mark already in it.
    m_stack.insert(m_stack.begin() + static_cast<std::ptrdiff_t>(first), add(kind, kNone, 0));
    return addItems(kind, first + 1);
}

/// Whether what comes to the end of the children was added right after a run, as far as anybody could tell: no call and
/// no change of an object came between.
bool PickleDecoder::continues(const Graph::Segment& last, std::size_t begin) const
{
    if (last.begin + last.count != begin || last.changesBefore != m_graph.m_changes.size()) {
        return false;
    }
    for (std::size_t node = last.at; node < m_graph.nodeCount(); ++node) {
        if (m_graph.m_kind[node] == NodeKind::Call) {
            return false;
        }
    }
    return true;
}

/// True if the items got a run of their own.
bool PickleDecoder::appendRun(Graph::Items& items, std::size_t first)
{
    const auto count = static_cast<std::uint32_t>(m_stack.size() - first);
    const auto begin = static_cast<std::uint32_t>(m_graph.m_children.size());
    const auto now = static_cast<NodeId>(m_graph.nodeCount());
    m_graph.m_children.append(std::span(m_stack).subspan(first));
    items.count += count;
    if (items.last != kNone) {
        Graph::Segment& last = m_graph.m_segments[items.last];
        if (continues(last, begin)) {
            last.count += count;
            last.at = now;
            return false;
        }
        last.next = static_cast<std::uint32_t>(m_graph.m_segments.size());
    }
    const auto index = static_cast<std::uint32_t>(m_graph.m_segments.size());
    m_graph.m_segments.push_back({begin, count, kNone, now, static_cast<std::uint32_t>(m_graph.m_changes.size())});
    items.last = index;
    if (items.first == kNone) {
        items.first = index;
    }
    return true;
}

void PickleDecoder::addChange(NodeId target, Graph::Change change)
{
    const auto index = static_cast<std::uint32_t>(m_graph.m_changes.size());
    Graph::CallExtra& extra = extraOf(target);
    if (extra.lastChange == kNone) {
        extra.firstChange = index;
    } else {
        m_graph.m_changes[extra.lastChange].next = index;
    }
    extra.lastChange = index;
    change.target = target;
    change.at = static_cast<NodeId>(m_graph.nodeCount());
    m_graph.m_changes.push_back(change);
}

void PickleDecoder::addToCall(NodeId target, bool isPairs, std::size_t first)
{
    using What = Graph::Change::What;
    const What what = isPairs ? What::Pairs : What::Elements;
    Graph::CallExtra& extra = extraOf(target);
    Graph::Items& items = isPairs ? extra.pairs : extra.elements;
    if (appendRun(items, first)) {
        addChange(target, {.run = items.last, .what = what});
        m_graph.m_segments[items.last].changesBefore = static_cast<std::uint32_t>(m_graph.m_changes.size());
    } else {
        m_graph.m_changes.back().at = static_cast<NodeId>(m_graph.nodeCount());
    }
}

Result<void> PickleDecoder::addItems(NodeKind container, std::size_t first)
{
    const NodeId target = m_stack[first - 1];
    const NodeKind kind = m_graph.m_kind[target];
    if (container == NodeKind::Dict && (m_stack.size() - first) % 2 != 0) {
        return broken(ErrorCode::PickleStack, message("a dictionary gets a key without a value"));
    }
    if (kind == NodeKind::Call) {
        m_graph.m_oddities.addsAsToSet |= container == NodeKind::Set;
        if (m_stack.size() > first) {
            addToCall(target, container == NodeKind::Dict, first);
        }
    } else if (kind == container) {
        if (m_stack.size() > first) {
            if (m_graph.m_a[target] == kNone) {
                m_graph.m_a[target] = static_cast<std::uint32_t>(m_graph.m_items.size());
                m_graph.m_items.emplace_back();
            }
            appendRun(m_graph.m_items[m_graph.m_a[target]], first);
        }
    } else {
        return broken(ErrorCode::PickleStack, container == NodeKind::Dict
                                                  ? message("pairs are set on a value that is not a dictionary")
                                                  : message("items are added to a value that cannot hold them"));
    }
    m_stack.resize(first);
    return {};
}

Result<void> PickleDecoder::addItemsFromMark(NodeKind container)
{
    CAIRN_ASSIGN(first, popMark());
    if (first == 0 || (!m_marks.empty() && m_marks.back() == first)) {
        return broken(ErrorCode::PickleStack, message("items are added, but there is nothing to add them to"));
    }
    return addItems(container, first);
}

// --- globals, calls, storages -------------------------------------------------------------------

Result<void> PickleDecoder::pushGlobal(std::string_view module, std::string_view name)
{
    std::string key(module);
    key += '\n';
    key += name;
    const auto keyOf = [this](std::uint32_t id) { return std::string_view(m_globalKeys[id]); };
    const auto next = static_cast<std::uint32_t>(m_globalKeys.size());
    const std::uint32_t id = m_globalIndex.findOrInsert(next, key, keyOf);
    if (id == next) {
        m_globalKeys.push_back(std::move(key));
        m_graph.m_globals.push_back({std::string(module), std::string(name), m_offset, 0});
    }
    ++m_graph.m_globals[id].mentions;
    push(add(NodeKind::Global, id, 0));
    return {};
}

Result<void> PickleDecoder::stackGlobal()
{
    if (!has(2)) [[unlikely]] {
        return underflow(2);
    }
    const NodeId name = m_stack.back();
    const NodeId module = m_stack[m_stack.size() - 2];
    // PyTorch reads text without an encoding as UTF-8, here as elsewhere.
    const auto isName = [this](NodeId node) { return m_graph.isText(node) && !m_graph.isExternal(node); };
    if (!isName(name) || !isName(module)) {
        return broken(ErrorCode::PickleStack, message("the name of a class or function is not a string"));
    }
    m_stack.resize(m_stack.size() - 2);
    return pushGlobal(m_graph.text(module), m_graph.text(name));
}

Result<void> PickleDecoder::call(CallForm form, std::size_t operands)
{
    if (!has(operands)) [[unlikely]] {
        return underflow(operands);
    }
    const std::size_t first = m_stack.size() - operands;
    const NodeId node = add(NodeKind::Call, m_stack[first], m_stack[first + 1]);
    if (m_trace != nullptr) {
        const auto known = m_tagOffsets.find(m_stack[first + 1]);
        const std::size_t arguments = known == m_tagOffsets.end() ? 0 : m_graph.tuple(known->first).size();
        if (arguments == 4) {
            m_trace->calls.push_back({node, known->second});
        } else if (arguments != 0 && arguments <= 2 && m_graph.isGlobal(m_stack[first], "torch", "device")) {
            m_trace->devices.push_back({node, known->second});
        }
    }
    if (form != CallForm::Reduce) {
        Graph::CallExtra& extra = extraOf(node);
        extra.form = form;
        extra.keywords = form == CallForm::NewEx ? m_stack[first + 2] : kNoNode;
    }
    m_stack.resize(first);
    push(node);
    return {};
}

Result<void> PickleDecoder::instance(bool classOnStack, const PickleInstruction& in)
{
    CAIRN_ASSIGN(mark, popMark());
    std::size_t first = mark;
    NodeId type = kNoNode;
    if (classOnStack) {
        if (m_stack.size() == first) {
            return broken(ErrorCode::PickleStack, message("an object is made, but its class is missing"));
        }
        type = m_stack[first++];
    } else {
        CAIRN_TRY(pushGlobal(in.text, in.name));
        type = m_stack.back();
        m_stack.pop_back();
    }
    CAIRN_TRY(pushTuple(m_stack.size() - first));
    const NodeId arguments = m_stack.back();
    m_stack.resize(mark);
    const NodeId node = add(NodeKind::Call, type, arguments);
    extraOf(node).form = CallForm::Instance;
    push(node);
    return {};
}

PickleGraph::CallExtra& PickleDecoder::extraOf(NodeId callNode)
{
    if (m_graph.m_b[callNode] != kNone) {
        Graph::CallExtra extra;
        extra.callable = m_graph.m_a[callNode];
        extra.arguments = m_graph.m_b[callNode];
        m_graph.m_a[callNode] = static_cast<std::uint32_t>(m_graph.m_calls.size());
        m_graph.m_b[callNode] = kNone;
        m_graph.m_calls.push_back(extra);
    }
    return m_graph.m_calls[m_graph.m_a[callNode]];
}

Result<void> PickleDecoder::build()
{
    if (!has(2)) [[unlikely]] {
        return underflow(2);
    }
    const NodeId state = m_stack.back();
    m_stack.pop_back();
    const NodeId target = m_stack.back();
    if (m_graph.m_kind[target] == NodeKind::Call) {
        extraOf(target).state = state;
        addChange(target, {.state = state, .what = Graph::Change::What::State});
    } else {
        m_graph.m_oddities.straysState = true;
        warn(ErrorCode::PickleStack, message("a state was given to a value that can have none; it is left out"));
    }
    return {};
}

Result<void> PickleDecoder::persistentId()
{
    if (!has(1)) [[unlikely]] {
        return underflow(1);
    }
    const NodeId tuple = m_stack.back();
    m_stack.back() = add(NodeKind::PersistentId, tuple, 0);
    if (m_trace != nullptr) {
        if (const auto known = m_tagOffsets.find(tuple); known != m_tagOffsets.end()) {
            m_trace->references.push_back({tuple, known->second});
        }
    }
    return {};
}

/// The next node is a tuple of what lies on the stack from `first` on.
void PickleDecoder::traceTuple(std::size_t first)
{
    const std::size_t count = m_stack.size() - first;
    if (m_trace == nullptr || count == 0 || count == 3 || count > 6) {
        return;
    }
    // A storage's persistent id has five or six parts, the arguments of a call that moves a tensor four, and those of
    // torch.device are a type and perhaps an index.
    const std::size_t part = first + (count <= 2 ? 0 : count == 4 ? 2 : 3);
    if (m_graph.isText(m_stack[part])) {
        m_tagOffsets.emplace(static_cast<NodeId>(m_graph.nodeCount()), m_pushedAt[part]);
    }
}

} // namespace cairn::formats
