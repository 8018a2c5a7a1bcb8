// The half of TreeReader that finds the children of a row.

#include "core/base/text/text.h"
#include "core/base/text_index.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/tree/tree_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

// Python's pickler cannot write values nested deeper than its recursion limit, so nothing real is cut off here.
constexpr int kMaxDepth = 1000;
// Rows beyond one for each value of the pickles. Enough for every shared module; too few for a billion laughs.
constexpr std::size_t kMaxRepeatedRows = 100'000;

} // namespace

TreeReader::Known& TreeReader::known(std::uint32_t document)
{
    if (m_known.size() <= document) {
        m_known.resize(std::size_t{document} + 1);
    }
    return m_known[document];
}

EntryId& TreeReader::shownAt(NodeRef ref)
{
    ZeroedArray<EntryId>& rows = known(ref.document).shownAt;
    if (!rows) {
        rows = ZeroedArray<EntryId>(document(ref).graph.nodeCount());
    }
    return rows[ref.node];
}

/// The __dict__ of an nn.Module. Asked once of each: many calls can share one.
bool TreeReader::isModuleState(NodeRef ref)
{
    if (!ref.valid() || !document(ref).graph.is(ref.node, NodeKind::Dict)) {
        return false;
    }
    const PickleGraph& graph = document(ref).graph;
    ZeroedArray<std::uint8_t>& states = known(ref.document).moduleStates;
    if (!states) {
        states = ZeroedArray<std::uint8_t>(graph.nodeCount());
    }
    if (states[ref.node] == 0) {
        const bool is = graph.lookup(ref.node, "_parameters") != formats::kNoNode &&
                        graph.lookup(ref.node, "_modules") != formats::kNoNode;
        states[ref.node] = is ? 2 : 1;
    }
    return states[ref.node] == 2;
}

void TreeReader::expand(EntryId id)
{
    const EntryKind kind = m_builder.entry(id).kind;
    const auto tensor = kind == EntryKind::Tensor ? m_tensorParts.find(id) : m_tensorParts.end();
    const bool isTensor = tensor != m_tensorParts.end();
    const bool isGroup = kind == EntryKind::Group && m_refs[id].valid();
    if ((!isTensor && !isGroup) || !mayExpand(id)) {
        return;
    }
    Children children;
    if (isTensor) {
        tensorChildren(tensor->second, children);
        m_tensorParts.erase(tensor);
    } else {
        const PickleGraph& graph = document(m_refs[id]).graph;
        const NodeId node = m_refs[id].node;
        m_isTooMuch |= !m_builder.budget()->hasRows(std::uint64_t{graph.elementCount(node)} + graph.pairCount(node));
        if (m_isTooMuch) {
            return;
        }
        if (isContainer(graph.kind(node)) && !graph.is(node, NodeKind::Dict)) {
            expandElements(id);
            return;
        }
        groupChildren(m_refs[id], children);
    }
    if (children.empty() || isTooDeep(id)) {
        return;
    }
    beginChildren(id, children.size(), isTensor);
    dropDuplicates(id, children);
    for (const Child& child : children) {
        if (!addChild(id, child)) {
            return;
        }
    }
}

/// Without a list of them, for there can be millions, and none of them has a key.
void TreeReader::expandElements(EntryId id)
{
    const NodeRef ref = m_refs[id];
    const PickleGraph& graph = document(ref).graph;
    const std::size_t count = graph.elementCount(ref.node);
    if (count == 0 || isTooDeep(id)) {
        return;
    }
    beginChildren(id, count, false);
    std::uint64_t index = 0;
    graph.forEachElement(ref.node, [&](NodeId element) {
        return addChild(id, {.key = {}, .name = {}, .index = index++, .value = {ref.document, element}});
    });
}

void TreeReader::beginChildren(EntryId id, std::size_t count, bool isTensor)
{
    const bool isFirst = isTensor || shownAt(m_refs[id]) == 0;
    if (isFirst && !isTensor) {
        shownAt(m_refs[id]) = id + 1;
    }
    (isFirst ? m_firstRows : m_repeatedRows) += count;
    if (count > m_refs.size() && m_builder.budget()->hasRows(count)) {
        reserveRows(m_refs.size() + count);
    }
}

bool TreeReader::addChild(EntryId id, const Child& child)
{
    addRow(id, child);
    m_isTooMuch |= !m_builder.budget()->hasRows(m_new.rows, m_new.shownBytes);
    return !m_isTooMuch;
}

/// Asked before the children are looked for: a file of a few bytes can make that endless by sharing.
bool TreeReader::mayExpand(EntryId id)
{
    const NodeRef ref = m_refs[id];
    const std::size_t allowed = m_documents.valueCount() + kMaxRepeatedRows;
    const bool isGroup = m_builder.entry(id).kind == EntryKind::Group;
    const EntryId shown = isGroup ? shownAt(ref) : 0;
    if (shown == 0) {
        // Objects that are not the same can be made of the same parts.
        if (m_firstRows <= allowed) {
            return true;
        }
        reportSharing(id);
        refer(id, kNoId);
        return false;
    }
    for (EntryId above = m_builder.entry(id).parent; above != kNoId; above = m_builder.entry(above).parent) {
        if (m_builder.entry(above).kind == EntryKind::Group && hash(m_refs[above]) == hash(ref)) {
            refer(id, above); // it holds itself
            return false;
        }
    }
    if (m_repeatedRows + m_builder.entry(shown - 1).childCount > allowed) {
        reportSharing(id);
        refer(id, shown - 1);
        return false;
    }
    return true;
}

bool TreeReader::isTooDeep(EntryId id)
{
    if (m_depth < kMaxDepth) {
        return false;
    }
    if (!m_toldDeep) {
        m_builder.addIssue(ErrorCode::TreeTooDeep, Severity::Warning,
                           message("values nested more than %1 deep are not shown", std::to_string(kMaxDepth)), id);
        m_toldDeep = true;
    }
    refer(id, kNoId);
    return true;
}

void TreeReader::refer(EntryId id, EntryId to)
{
    Entry& entry = m_builder.entry(id);
    if (entry.kind == EntryKind::Group) { // a tensor stays one; its parts are not shown
        entry.kind = EntryKind::Reference;
        entry.payload = to;
    }
}

void TreeReader::reportSharing(EntryId id)
{
    if (!m_sharingReported) {
        m_builder.addIssue(ErrorCode::TreeShared, Severity::Warning,
                           message("some values appear so often that their contents are shown only the first time"),
                           id);
        m_sharingReported = true;
    }
}

void TreeReader::tensorChildren(const TensorParts& tensor, Children& out) const
{
    for (const TensorSpec::Part& part : tensor.parts) {
        out.push_back({.key = {}, .name = part.name, .value = part.value, .attribute = part.attribute});
    }
    if (tensor.attributes.valid()) {
        attributeChildren(tensor.attributes, out);
    }
}

void TreeReader::groupChildren(NodeRef ref, Children& out)
{
    switch (document(ref).graph.kind(ref.node)) {
    case NodeKind::Tuple:
    case NodeKind::FrozenSet:
    case NodeKind::List:
    case NodeKind::Set: elementChildren(ref, out); break;
    case NodeKind::Dict: pairChildren(ref, false, TensorKind::Plain, out); break;
    case NodeKind::Call: callChildren(ref, out); break;
    default: break;
    }
}

void TreeReader::callChildren(NodeRef ref, Children& out)
{
    const PickleGraph& graph = document(ref).graph;
    const NodeRef content = argument(ref, 0);
    const auto attribute = [&](std::size_t place, std::string_view name) {
        if (const NodeRef value = argument(ref, place); value.valid()) {
            out.push_back({.key = {}, .name = name, .value = value, .attribute = true});
        }
    };
    switch (document(ref).constructor(graph.callable(ref.node))) {
    case Constructor::DefaultDict:
        pairChildren(ref, false, TensorKind::Plain, out);
        attribute(0, "default_factory");
        break;
    case Constructor::DictLike:
    case Constructor::Counter: pairChildren(ref, false, TensorKind::Plain, out); break;
    case Constructor::ListLike:
    case Constructor::SetLike:
        if (content.valid()) {
            elementChildren(content, out);
        }
        elementChildren(ref, out, out.size());
        attribute(1, "maxlen"); // of a deque
        break;
    default: objectChildren(ref, out); return;
    }
    if (const NodeId state = graph.state(ref.node); state != formats::kNoNode) {
        attributeChildren({ref.document, state}, out);
    }
}

void TreeReader::objectChildren(NodeRef ref, Children& out)
{
    const PickleDocument& in = document(ref);
    const PickleGraph& graph = in.graph;
    if (const auto array = numpyArray(graph, in.source, ref.node)) { // an array of objects
        elementChildren({ref.document, array->data}, out);
        return;
    }
    const NodeId state = graph.state(ref.node);
    const bool isReconstructor = in.constructor(graph.callable(ref.node)) == Constructor::Reconstructor;
    const NodeId arguments = graph.arguments(ref.node);
    if (const NodeRef content = isReconstructor ? reconstructed(ref) : NodeRef(); content.valid()) {
        if (isContainer(graph.kind(content.node))) {
            groupChildren(content, out);
        } else {
            out.push_back(
                {.key = {}, .name = {}, .index = 0, .value = content, .attribute = state != formats::kNoNode});
        }
    } else if (!isReconstructor && graph.is(arguments, NodeKind::Tuple)) {
        // What a class or function was given. Without a state these are the object (named tuples), by position; but a
        // module's attributes, given to a function that makes one of them (torch.fx), are that module.
        const bool givesModule = state == formats::kNoNode && isModuleState(firstArgument(ref));
        for (std::uint32_t i = 0; const NodeId argument : graph.tuple(arguments)) {
            if (givesModule && i == 0) {
                moduleChildren({ref.document, argument}, out);
                ++i;
                continue;
            }
            out.push_back({.key = {},
                           .name = {},
                           .index = i++,
                           .value = {ref.document, argument},
                           .attribute = givesModule || state != formats::kNoNode});
        }
    }
    if (const NodeId keywords = graph.keywords(ref.node); keywords != formats::kNoNode) {
        pairChildren({ref.document, keywords}, true, TensorKind::Plain, out);
    }
    elementChildren(ref, out);
    if (graph.pairCount(ref.node) != 0) {
        pairChildren(ref, false, TensorKind::Plain, out);
    }
    if (state == formats::kNoNode) {
        return;
    }
    if (isModuleState({ref.document, state})) {
        moduleChildren({ref.document, state}, out);
    } else {
        attributeChildren({ref.document, state}, out);
    }
}

/// Protocols 0 and 1 give what a list, dictionary or number of a class of its own holds to
/// copyreg._reconstructor(class, list, [...]). Invalid if there is nothing.
NodeRef TreeReader::reconstructed(NodeRef call) const
{
    const PickleGraph& graph = document(call).graph;
    const NodeId arguments = graph.arguments(call.node);
    constexpr std::size_t contentAt = 2;
    if (!graph.is(arguments, NodeKind::Tuple) || graph.tuple(arguments).size() <= contentAt ||
        graph.is(graph.tuple(arguments)[contentAt], NodeKind::None)) {
        return {};
    }
    return {call.document, graph.tuple(arguments)[contentAt]};
}

/// An nn.Module shows what its state_dict() would name, by the same names; then its other attributes.
void TreeReader::moduleChildren(NodeRef state, Children& out) const
{
    const PickleGraph& graph = document(state).graph;
    for (const auto& [member, hint] : {std::pair<std::string_view, TensorKind>{"_parameters", TensorKind::Parameter},
                                       {"_buffers", TensorKind::Buffer},
                                       {"_modules", TensorKind::Plain}}) {
        if (const NodeId found = graph.lookup(state.node, member); found != formats::kNoNode) {
            pairChildren({state.document, found}, false, hint, out);
        }
    }
    Children others;
    pairChildren(state, true, TensorKind::Plain, others);
    for (const Child& other : others) {
        const std::string_view key = keyText(other);
        if (key != "_parameters" && key != "_buffers" && key != "_modules") {
            out.push_back(other);
        }
    }
}

/// A state: a dict of attributes, (dict, slots), or anything an object's own __setstate__ understands.
void TreeReader::attributeChildren(NodeRef state, Children& out) const
{
    const PickleGraph& graph = document(state).graph;
    if (graph.is(state.node, NodeKind::None)) {
        return;
    }
    const auto isDict = [&](NodeId node) {
        return graph.is(node, NodeKind::Dict) ||
               (graph.is(node, NodeKind::Call) &&
                document(state).constructor(graph.callable(node)) == Constructor::DictLike);
    };
    if (isDict(state.node)) {
        pairChildren(state, true, TensorKind::Plain, out);
        return;
    }
    const auto halves = graph.is(state.node, NodeKind::Tuple) ? graph.tuple(state.node) : std::span<const NodeId>{};
    const bool withSlots = halves.size() == 2 && std::ranges::all_of(halves, [&](NodeId half) {
                               return graph.is(half, NodeKind::None) || isDict(half);
                           });
    if (!withSlots) {
        out.push_back({.key = {}, .name = "state", .value = state, .attribute = true});
        return;
    }
    for (const NodeId half : halves) {
        if (isDict(half)) {
            pairChildren({state.document, half}, true, TensorKind::Plain, out);
        }
    }
}

void TreeReader::elementChildren(NodeRef ref, Children& out, std::uint64_t index) const
{
    const PickleGraph& graph = document(ref).graph;
    out.reserve(out.size() + graph.elementCount(ref.node));
    graph.forEachElement(ref.node, [&](NodeId element) {
        out.push_back({.key = {}, .name = {}, .index = index++, .value = {ref.document, element}});
    });
}

void TreeReader::pairChildren(NodeRef ref, bool attribute, TensorKind hint, Children& out) const
{
    const PickleGraph& graph = document(ref).graph;
    out.reserve(out.size() + graph.pairCount(ref.node));
    const auto take = [&](NodeId key, NodeId value) {
        out.push_back({.key = {ref.document, key},
                       .name = {},
                       .value = {ref.document, value},
                       .attribute = attribute,
                       .hint = hint});
    };
    const NodeRef argument = firstArgument(ref);
    if (argument.valid() && graph.is(argument.node, NodeKind::Dict)) { // Counter({...})
        graph.forEachPair(argument.node, take);
    } else if (argument.valid() &&
               graph.is(argument.node, NodeKind::List)) { // OrderedDict([[key, value], ...]) of Python 2
        graph.forEachElement(argument.node, [&](NodeId element) {
            std::vector<NodeId> pair;
            if (graph.elementCount(element) == 2) {
                graph.forEachElement(element, [&](NodeId part) { pair.push_back(part); });
                take(pair[0], pair[1]);
            }
            return !pair.empty(); // Python ends at the first that is no pair
        });
    }
    graph.forEachPair(ref.node, take);
}

NodeRef TreeReader::argument(NodeRef call, std::size_t place) const
{
    const PickleGraph& graph = document(call).graph;
    const NodeId arguments = graph.is(call.node, NodeKind::Call) ? graph.arguments(call.node) : formats::kNoNode;
    const bool has = graph.is(arguments, NodeKind::Tuple) && graph.tuple(arguments).size() > place;
    return has ? NodeRef{call.document, graph.tuple(arguments)[place]} : NodeRef{};
}

NodeRef TreeReader::firstArgument(NodeRef call) const
{
    return argument(call, 0);
}

std::string_view TreeReader::keyText(const Child& child) const
{
    if (!child.key.valid()) {
        return child.name;
    }
    const PickleGraph& graph = document(child.key).graph;
    return graph.isText(child.key.node) ? graph.text(child.key.node) : std::string_view{};
}

/// The number that a key is, or is equal to: 1, 1.0 and True are one key.
std::optional<std::int64_t> TreeReader::wholeKey(NodeRef key) const
{
    if (!key.valid()) {
        return std::nullopt;
    }
    const PickleGraph& graph = document(key).graph;
    switch (graph.kind(key.node)) {
    case NodeKind::False: return 0;
    case NodeKind::True: return 1;
    case NodeKind::Int: return graph.intValue(key.node);
    case NodeKind::Float: {
        constexpr double beyond = 0x1p63;
        const double value = graph.floatValue(key.node);
        const bool isWhole = std::trunc(value) == value && value >= -beyond && value < beyond;
        return isWhole ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
    }
    default: return std::nullopt;
    }
}

/// One number for all keys that are equal; 0 for what is not known to be a plain value. Asked once of each node: many
/// pairs, and other keys, can share it.
std::uint32_t TreeReader::plainKey(NodeRef key, int depth)
{
    constexpr int deepest = 8;
    if (depth > deepest) {
        return 0;
    }
    if (const auto known = m_plainKeys.find(hash(key)); known != m_plainKeys.end()) {
        return known->second;
    }
    const PickleGraph& graph = document(key).graph;
    const NodeKind kind = graph.kind(key.node);
    std::string text;
    if (const auto whole = wholeKey(key)) {
        text = 'i' + std::to_string(*whole);
    } else if (kind == NodeKind::None) {
        text = 'n';
    } else if (kind == NodeKind::Float && !std::isnan(graph.floatValue(key.node))) { // each NaN is another key
        text = 'f' + std::to_string(std::bit_cast<std::uint64_t>(graph.floatValue(key.node)));
    } else if ((kind == NodeKind::BigInt || kind == NodeKind::Bytes || kind == NodeKind::String) &&
               !graph.isExternal(key.node)) {
        text = kind == NodeKind::BigInt ? 'l' : kind == NodeKind::Bytes ? 'b' : 's';
        text += graph.text(key.node);
    } else if (kind == NodeKind::Tuple) {
        text = 't';
        for (const NodeId part : graph.tuple(key.node)) {
            const std::uint32_t plain = plainKey({key.document, part}, depth + 1);
            if (plain == 0) {
                text.clear();
                break;
            }
            text += std::to_string(plain) + ',';
        }
    }
    const auto next = static_cast<std::uint32_t>(m_plainValues.size() + 1);
    const std::uint32_t number = text.empty() ? 0 : m_plainValues.try_emplace(std::move(text), next).first->second;
    m_plainKeys.emplace(hash(key), number);
    return number;
}

/// As in nearly all dictionaries that have numbers for keys: then none of them comes twice.
bool TreeReader::wholeKeysGrow(const Children& children) const
{
    std::optional<std::int64_t> last;
    return std::ranges::all_of(children, [&](const Child& child) {
        const auto whole = wholeKey(child.key);
        const bool grows = !whole || !last || *last < *whole;
        last = whole ? whole : last;
        return grows;
    });
}

/// Python keeps the last value of a key that comes twice, at the place of the first. Dictionaries whose entries are
/// attributes too (ModelOutput) have them twice by design: one row shows both.
void TreeReader::dropDuplicates(EntryId id, Children& children)
{
    const auto textOf = [&](std::uint32_t index) { return keyText(children[index]); };
    const auto hasKey = [](const Child& child) { return child.key.valid() || !child.name.empty(); };
    const auto hasText = [&](const Child& child) { return !keyText(child).empty(); };
    if (children.size() < 2 || std::ranges::none_of(children, hasKey)) { // lists need no index of texts
        return;
    }
    TextIndex<ExactText> seen;
    if (std::ranges::any_of(children, hasText)) {
        seen.reserve(children.size());
    }
    const bool growing = wholeKey(children.front().key) && wholeKeysGrow(children);
    std::unordered_map<std::int64_t, std::uint32_t> seenNumbers;
    std::unordered_map<std::uint32_t, std::uint32_t> seenOthers;
    std::vector<bool> dropped;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
        const std::string_view text = textOf(i);
        std::uint32_t earlier = i;
        if (!text.empty()) {
            earlier = seen.findOrInsert(i, text, textOf);
        } else if (const auto whole = wholeKey(children[i].key)) {
            earlier = growing ? i : seenNumbers.try_emplace(*whole, i).first->second;
        } else if (const std::uint32_t plain = children[i].key.valid() ? plainKey(children[i].key) : 0; plain != 0) {
            earlier = seenOthers.try_emplace(plain, i).first->second;
        }
        if (earlier == i) {
            continue;
        }
        dropped.resize(children.size());
        dropped[i] = true;
        if (children[earlier].attribute != children[i].attribute) {
            if (children[earlier].value != children[i].value) {
                m_builder.addIssue(ErrorCode::PickleDuplicateKey, Severity::Warning,
                                   message("%1 is an entry and an attribute; the entry is shown", inQuotes(text)), id);
            }
            continue;
        }
        if (children[earlier].value != children[i].value) { // dill sets some names twice to the same
            m_builder.addIssue(ErrorCode::PickleDuplicateKey, Severity::Warning,
                               text.empty()
                                   ? message("a key is there twice; Python keeps the last value")
                                   : message("the key %1 is there twice; Python keeps the last value", inQuotes(text)),
                               id);
        }
        children[earlier].value = children[i].value;
    }
    if (!dropped.empty()) {
        std::size_t index = 0;
        const auto left = std::ranges::remove_if(children, [&](const Child&) { return dropped[index++]; });
        children.resize(children.size() - left.size());
    }
}

} // namespace cairn::checkpoint
