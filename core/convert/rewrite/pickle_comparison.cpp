#include "core/convert/rewrite/pickle_comparison.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/tree/tensor_reader.h"
#include "core/convert/retag/device_objects.h"
#include "core/convert/rewrite/pickle_order.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace cairn::convert {

using checkpoint::Constructor;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::PickledTree;
using checkpoint::StorageId;
using checkpoint::StorageUse;
using checkpoint::TensorSpec;
using checkpoint::tupleOf;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Both pickles side by side. Nodes of the source are called x, those of the copy y.
class SideBySide {
    using Change = PickleGraph::Change;

public:
    SideBySide(const RewritePlan& plan, const PickledTree& copy, const TagMap& map)
        : m_plan(plan), m_source(*plan.tree), m_copy(copy), m_map(map), m_a(m_source.graph()), m_b(copy.graph()),
          m_new(plan.storages.bySource()), m_partner(m_a.nodeCount(), kNoNode), m_seen(m_b.nodeCount())
    {
    }

    [[nodiscard]] Result<PickleComparison> run();

private:
    void findEdited();
    [[nodiscard]] Result<Difference> compareOpen();
    [[nodiscard]] Result<Difference> compareEffects();

    [[nodiscard]] Result<Difference> compare(NodeId x, NodeId y);
    [[nodiscard]] Difference compareStorage(const StorageUse& x, NodeId y);
    [[nodiscard]] Difference compareSavedTensor(NodeId x, NodeId y);
    [[nodiscard]] Result<Difference> compareText(NodeId x, NodeId y);
    [[nodiscard]] Difference compareTuple(NodeId x, NodeId y);
    [[nodiscard]] Difference compareCall(NodeId x, NodeId y);
    [[nodiscard]] Difference compareStates(NodeId x, NodeId y);
    [[nodiscard]] Difference compareItems(NodeId x, NodeId y);
    [[nodiscard]] Difference compareEdited(NodeId x, NodeId y, EntryId row);
    /// Whether two nodes are the same object, as far as it is known; `isNew` if they were not met before.
    [[nodiscard]] bool isSameObject(NodeId x, NodeId y, bool& isNew);
    [[nodiscard]] bool isTag(NodeId x, NodeId y) const;
    void open(NodeId x, NodeId y) { m_open.emplace_back(x, y); }
    [[nodiscard]] bool isCast(StorageId storage) const
    {
        const auto known = m_new.find(storage);
        return known != m_new.end() && known->second->isCast();
    }
    /// For a storage that x names, the elements that a tensor's offset has to be smaller by in the copy.
    [[nodiscard]] std::int64_t movedBy(const StorageUse& use, std::span<const NodeId> parts) const;
    [[nodiscard]] Message nameOf(NodeId x) const;

    const RewritePlan& m_plan;
    const PickledTree& m_source;
    const PickledTree& m_copy;
    const TagMap& m_map;
    const PickleGraph& m_a;
    const PickleGraph& m_b;
    const std::unordered_set<NodeId> m_tensorDevices = devicesOfTensors(m_a); ///< they follow the map
    std::unordered_map<StorageId, const NewStorage*> m_new;
    std::vector<NodeId> m_partner;                  ///< by x
    std::vector<bool> m_seen;                       ///< by y
    std::unordered_map<NodeId, NodeId> m_sameTexts; ///< by x: the long text, read from the files, that it is equal to
    std::map<std::int64_t, NodeId> m_savedTensors;  ///< by numbers that the file chooses
    std::unordered_map<NodeId, EntryId> m_edited;   ///< x of dictionaries that lost or renamed entries
    std::unordered_set<NodeId> m_metadata;          ///< x that follows what was left out
    std::vector<std::pair<NodeId, NodeId>> m_open;
    std::vector<std::pair<StorageId, StorageId>> m_storages;
};

Result<PickleComparison> SideBySide::run()
{
    findEdited();
    open(m_plan.rows.root == 0 ? m_a.root() : m_source.node(m_plan.rows.root), m_b.root());
    CAIRN_ASSIGN(difference, compareOpen());
    if (!difference) {
        CAIRN_ASSIGN(inEffects, compareEffects());
        difference = std::move(inEffects);
    }
    if (const auto other = difference ? std::nullopt : findOtherOrder({m_a, m_b, m_partner, m_edited})) {
        difference = message("%1: %2", nameOf(other->node), other->what);
    }
    return PickleComparison{std::move(difference), std::move(m_storages)};
}

/// Dictionaries of which rows are left out, or have new keys.
void SideBySide::findEdited()
{
    const checkpoint::Checkpoint& rows = m_source.rows();
    const TreeEdit& edit = m_plan.rows;
    if (edit.leftOut.empty() && edit.newKeys.empty()) {
        return;
    }
    for (EntryId id = 1; id < rows.entries().size(); ++id) {
        const EntryId parent = rows.entries()[id].parent;
        const bool isChanged = (edit.dropped[id] && !edit.dropped[parent]) || edit.newKeys.contains(id);
        const NodeId node = m_source.node(parent);
        if (!isChanged || node == kNoNode || rows.entries()[parent].kind != EntryKind::Group) {
            continue;
        }
        m_edited.emplace(node, parent);
        const NodeId state = m_a.is(node, NodeKind::Call) ? m_a.state(node) : kNoNode;
        const NodeId metadata = m_a.is(state, NodeKind::Dict) ? m_a.lookup(state, "_metadata") : kNoNode;
        if (metadata != kNoNode) {
            m_metadata.insert(metadata);
        }
    }
}

Result<Difference> SideBySide::compareOpen()
{
    while (!m_open.empty()) {
        const auto [x, y] = m_open.back();
        m_open.pop_back();
        CAIRN_ASSIGN(difference, compare(x, y));
        if (difference) {
            return Difference(message("%1: %2", nameOf(x), *difference));
        }
    }
    return Difference();
}

/// The last ones first: they hold those that were made for them.
Result<Difference> SideBySide::compareEffects()
{
    const auto x = m_a.effects();
    const auto y = m_b.effects();
    std::size_t left = x.size();
    std::size_t right = y.size();
    while (true) {
        while (left != 0 && m_partner[x[left - 1]] != kNoNode) {
            --left;
        }
        while (right != 0 && m_seen[y[right - 1]]) {
            --right;
        }
        if (left == 0 && right == 0) {
            return Difference();
        }
        if (left == 0 || right == 0) {
            const PickleGraph& graph = left == 0 ? m_b : m_a;
            const NodeId call = left == 0 ? y[right - 1] : x[left - 1];
            const std::string callable = inQuotes(graph.globalText(graph.callable(call)));
            return Difference(left == 0 ? message("a call of %1 should not be there", callable)
                                        : message("a call of %1 is missing", callable));
        }
        open(x[left - 1], y[right - 1]);
        CAIRN_ASSIGN(difference, compareOpen());
        if (difference) {
            return difference;
        }
        if (m_partner[x[left - 1]] == kNoNode) { // not compared as a call
            --left;
        }
    }
}

bool SideBySide::isSameObject(NodeId x, NodeId y, bool& isNew)
{
    isNew = m_partner[x] == kNoNode;
    if (!isNew) {
        return m_partner[x] == y;
    }
    if (m_seen[y]) {
        return false;
    }
    m_partner[x] = y;
    m_seen[y] = true;
    return true;
}

/// One pair of values. What they hold is opened.
Result<Difference> SideBySide::compare(NodeId x, NodeId y)
{
    if (x == kNoNode || y == kNoNode) {
        return x == y ? Difference() : Difference(message("a part of a call is missing"));
    }
    if (m_metadata.contains(x)) {
        return Difference();
    }
    if (m_source.savedTensor(x) != nullptr) {
        return compareSavedTensor(x, y);
    }
    if (const StorageUse* use = m_source.storage(x)) {
        return compareStorage(*use, y);
    }
    if (m_a.is(x, NodeKind::PersistentId) && m_source.document().classBehind(x) != x) {
        x = m_source.document().classBehind(x); // the source code beside it goes
    }
    const NodeKind kind = m_a.kind(x);
    if (kind != m_b.kind(y)) {
        return Difference(message("a value is of another kind"));
    }
    switch (kind) {
    case NodeKind::None:
    case NodeKind::False:
    case NodeKind::True: return Difference();
    case NodeKind::Int:
        return m_a.intValue(x) == m_b.intValue(y) ? Difference() : Difference(message("a number is another one"));
    case NodeKind::Float:
        return std::bit_cast<std::uint64_t>(m_a.floatValue(x)) == std::bit_cast<std::uint64_t>(m_b.floatValue(y))
                   ? Difference()
                   : Difference(message("a number is another one"));
    case NodeKind::Global:
        return m_a.global(x).module == m_b.global(y).module && m_a.global(x).name == m_b.global(y).name
                   ? Difference()
                   : Difference(message("%1 became %2", inQuotes(m_a.globalText(x)), inQuotes(m_b.globalText(y))));
    case NodeKind::BigInt:
    case NodeKind::String:
    case NodeKind::Python2String:
    case NodeKind::Bytes: return compareText(x, y);
    default: break;
    }
    const bool isEmptyTuple = kind == NodeKind::Tuple && m_a.tuple(x).empty();
    bool isNew = true;
    if (!isEmptyTuple && !isSameObject(x, y, isNew)) {
        return Difference(message("one object became two, or two became one"));
    }
    if (!isNew) {
        return Difference();
    }
    if (const auto edited = m_edited.find(x); edited != m_edited.end()) {
        return compareEdited(x, y, edited->second);
    }
    switch (kind) {
    case NodeKind::ByteArray: return compareText(x, y);
    case NodeKind::PersistentId: open(m_a.persistentId(x), m_b.persistentId(y)); return Difference();
    case NodeKind::Tuple: return compareTuple(x, y);
    case NodeKind::Call: return compareCall(x, y);
    default: return compareItems(x, y);
    }
}

Difference SideBySide::compareStorage(const StorageUse& x, NodeId y)
{
    const StorageUse* use = m_copy.storage(y);
    if (use == nullptr) {
        return message("a storage became something else");
    }
    // What is left out can have said first that a storage of bytes is untyped, or that it is not.
    if (!isCast(x.storage) && checkpoint::asBytes(x.dtype) != checkpoint::asBytes(use->dtype)) {
        return message("a storage has another dtype");
    }
    m_storages.emplace_back(x.storage, use->storage);
    return {};
}

/// In a tar, tensors are kept beside the pickle, and equal numbers are one tensor.
Difference SideBySide::compareSavedTensor(NodeId x, NodeId y)
{
    const NodeId number = m_a.persistentId(x);
    if (m_a.is(number, NodeKind::Int) && m_savedTensors.emplace(m_a.intValue(number), y).first->second != y) {
        return message("one tensor became two");
    }
    const TensorSpec& spec = *m_source.savedTensor(x);
    const auto parts = m_b.is(y, NodeKind::Call) ? tupleOf(m_b, m_b.arguments(y)) : std::span<const NodeId>();
    constexpr std::size_t least = 4;
    if (parts.size() < least) {
        return message("a tensor became something else");
    }
    const auto isNumbers = [&](NodeId tuple, const std::vector<std::int64_t>& numbers) {
        return std::ranges::equal(tupleOf(m_b, tuple), numbers, [&](NodeId part, std::int64_t wanted) {
            return m_b.is(part, NodeKind::Int) && m_b.intValue(part) == wanted;
        });
    };
    if (!isNumbers(parts[2], spec.sizes) || !isNumbers(parts[3], spec.strides)) {
        return message("a tensor has another shape");
    }
    for (const NodeId inside : {y, m_b.arguments(y)}) {
        m_seen[inside] = true;
        m_b.forEachChild(inside, [&](NodeId part) { m_seen[part] = m_seen[part] || m_b.is(part, NodeKind::Call); });
    }
    m_partner[x] = y;
    return compareStorage({spec.storage, m_source.rows().storages()[spec.storage].dtype}, parts[0]);
}

Result<Difference> SideBySide::compareText(NodeId x, NodeId y)
{
    const PickleGraph::Range left = m_a.payload(x);
    const PickleGraph::Range right = m_b.payload(y);
    Difference other = message("a text or bytes are others");
    if (!m_a.isExternal(x) && !m_b.isExternal(y)) {
        return m_a.text(x) == m_b.text(y) || isTag(x, y) ? Difference() : other;
    }
    if (left.bytes != right.bytes || m_a.isExternal(x) != m_b.isExternal(y)) {
        return other;
    }
    NodeId& known = m_sameTexts.try_emplace(x, kNoNode).first->second;
    if (known != y) {
        CAIRN_ASSIGN(same, holdSameBytes(*m_source.document().source, left.offset, *m_copy.document().source,
                                         right.offset, left.bytes, nullptr));
        known = same ? y : kNoNode;
    }
    return known == y ? Difference() : other;
}

/// A text that says where a tensor goes, and goes somewhere else now.
bool SideBySide::isTag(NodeId x, NodeId y) const
{
    return m_plan.report.changesTags &&
           (m_b.text(y) == m_map.location.target(m_a.text(x)) || !m_map.location.looksAtTagsOnly());
}

std::int64_t SideBySide::movedBy(const StorageUse& use, std::span<const NodeId> parts) const
{
    const auto known = m_new.find(use.storage);
    const std::uint64_t cut = known == m_new.end() ? 0 : known->second->begin;
    std::uint64_t itemBytes = formats::dtypeInfo(use.dtype).storageBytes;
    if (constexpr std::size_t dtypeAt = 6; use.dtype == formats::Dtype::Unknown && parts.size() > dtypeAt) {
        std::string_view name = m_source.document().className(parts[dtypeAt]);
        name.remove_prefix(name.starts_with("torch.") ? 6 : 0);
        itemBytes = formats::dtypeInfo(formats::dtypeByName(name).value_or(use.dtype)).storageBytes;
    }
    const auto offset = static_cast<std::int64_t>(use.viewOffset); // what the new storage has no place for
    return itemBytes == 0 ? 0 : static_cast<std::int64_t>(cut / itemBytes) - offset;
}

/// Also (storage, offset, size, stride, ...), which may look into a storage that was cut or cast.
Difference SideBySide::compareTuple(NodeId x, NodeId y)
{
    const auto left = m_a.tuple(x);
    const auto right = m_b.tuple(y);
    constexpr std::size_t least = 4;
    const StorageUse* use = left.size() < least ? nullptr : m_source.storage(left[0]);
    const bool isView = use != nullptr && m_a.is(left[1], NodeKind::Int);
    std::size_t more = 0; // parts that only the copy has
    if (isView && isCast(use->storage) && right.size() > left.size()) {
        constexpr std::size_t dtypeAt = 6;
        more = right.size() - left.size();
        if (right.size() != std::max(left.size(), dtypeAt) + 1 || !m_b.is(right[dtypeAt], NodeKind::Global)) {
            return message("a tensor is made of other parts");
        }
        for (std::size_t i = left.size(); i < dtypeAt; ++i) { // hooks: there were none
            m_seen[right[i]] = m_seen[right[i]] || m_b.is(right[i], NodeKind::Call);
        }
    }
    if (left.size() + more != right.size()) {
        return message("a tuple has another size");
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (!isView || i != 1) {
            open(left[i], right[i]);
            continue;
        }
        const auto hasNoElements = [&] {
            bool found = false;
            m_a.forEachElement(left[2], [&](NodeId size) {
                found = found || (m_a.is(size, NodeKind::Int) && m_a.intValue(size) == 0);
            });
            return found;
        };
        const bool same =
            m_b.is(right[1], NodeKind::Int) && (m_b.intValue(right[1]) == m_a.intValue(left[1]) - movedBy(*use, left) ||
                                                (m_b.intValue(right[1]) == 0 && hasNoElements()));
        if (!same) {
            return message("a tensor begins elsewhere in its storage");
        }
    }
    return {};
}

Difference SideBySide::compareCall(NodeId x, NodeId y)
{
    const Constructor constructor = m_source.document().constructor(m_a.callable(x));
    if (m_a.callForm(x) != m_b.callForm(y)) {
        return message("an object is made in another way");
    }
    const bool followsMap = m_map.objects == DeviceObjects::Map || m_tensorDevices.contains(x);
    const bool isDevice = followsMap && m_a.isGlobal(m_a.callable(x), "torch", "device");
    const auto device = isDevice ? checkpoint::deviceText(m_source.document(), x) : std::nullopt;
    if (device && checkpoint::deviceText(m_copy.document(), y) == m_map.location.target(*device)) {
        return {};
    }
    const auto parts = tupleOf(m_a, m_a.arguments(x));
    const StorageUse* use = parts.empty() ? nullptr : m_source.storage(parts[0]);
    const bool isTyped = use == nullptr || !isCast(use->storage);
    if (isTyped || m_copy.document().constructor(m_b.callable(y)) != Constructor::RebuildTensorV3) {
        open(m_a.callable(x), m_b.callable(y));
    }
    if (constructor == Constructor::LoadFromBytes) { // its tags are others; rows show what is in it
        for (const NodeId part : tupleOf(m_b, m_b.arguments(y))) {
            m_seen[part] = m_seen[part] || m_b.is(part, NodeKind::Call);
        }
    } else {
        open(m_a.arguments(x), m_b.arguments(y));
    }
    open(m_a.keywords(x), m_b.keywords(y));
    if (auto difference = compareStates(x, y)) {
        return difference;
    }
    return compareItems(x, y);
}

Difference SideBySide::compareStates(NodeId x, NodeId y)
{
    std::vector<NodeId> left;
    std::vector<NodeId> right;
    const auto take = [](const PickleGraph& graph, NodeId node, std::vector<NodeId>& states) {
        graph.forEachChange(node, [&](std::uint32_t i) {
            if (graph.changes()[i].what == PickleGraph::Change::What::State) {
                states.push_back(graph.changes()[i].state);
            }
        });
    };
    take(m_a, x, left);
    take(m_b, y, right);
    if (left.size() != right.size()) {
        return message("an object gets more states, or fewer");
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        open(left[i], right[i]);
    }
    return {};
}

Difference SideBySide::compareItems(NodeId x, NodeId y)
{
    if (m_a.elementCount(x) != m_b.elementCount(y) || m_a.pairCount(x) != m_b.pairCount(y)) {
        return message("there are more parts, or fewer");
    }
    std::vector<NodeId> right;
    right.reserve(m_b.elementCount(y) + std::size_t{2} * m_b.pairCount(y));
    const auto take = [&](NodeId item) { right.push_back(item); };
    m_b.forEachElement(y, take);
    m_b.forEachPair(y, [&](NodeId key, NodeId value) {
        take(key);
        take(value);
    });
    std::size_t i = 0;
    m_a.forEachElement(x, [&](NodeId item) { open(item, right[i++]); });
    m_a.forEachPair(x, [&](NodeId key, NodeId value) {
        open(key, right[i++]);
        open(value, right[i++]);
    });
    return {};
}

/// A dictionary with what is left of its rows, some under other keys.
Difference SideBySide::compareEdited(NodeId x, NodeId y, EntryId row)
{
    const checkpoint::Checkpoint& rows = m_source.rows();
    const checkpoint::Entry& entry = rows.entries()[row];
    std::vector<std::pair<NodeId, NodeId>> right;
    m_b.forEachPair(y, [&](NodeId key, NodeId value) { right.emplace_back(key, value); });
    const auto left = shownPairs(m_a, x);
    std::size_t at = 0;
    std::size_t pair = 0;
    for (EntryId child = entry.firstChild; child < entry.firstChild + entry.childCount; ++child) {
        if (rows.entries()[child].attribute) {
            continue;
        }
        const std::size_t from = pair++;
        if (m_plan.rows.dropped[child]) {
            continue;
        }
        if (from >= left.size() || at >= right.size()) {
            return message("an entry is missing");
        }
        const auto renamed = m_plan.rows.newKeys.find(child);
        if (renamed == m_plan.rows.newKeys.end()) {
            open(left[from].first, right[at].first);
        } else if (!m_b.is(right[at].first, NodeKind::String) || m_b.text(right[at].first) != renamed->second) {
            return message("an entry has another key");
        }
        open(left[from].second, right[at++].second);
    }
    if (at != right.size()) {
        return message("there is an entry too many");
    }
    if (m_a.is(x, NodeKind::Dict)) {
        return {};
    }
    if (m_a.callForm(x) != m_b.callForm(y)) {
        return message("an object is made in another way");
    }
    open(m_a.callable(x), m_b.callable(y));
    open(m_a.keywords(x), m_b.keywords(y));
    const auto arguments = tupleOf(m_a, m_a.arguments(x));
    if (arguments.empty() || !m_a.is(arguments[0], NodeKind::List)) { // else those were its pairs
        open(m_a.arguments(x), m_b.arguments(y));
    }
    return compareStates(x, y);
}

/// The entry that holds a value, for messages.
Message SideBySide::nameOf(NodeId x) const
{
    const checkpoint::Checkpoint& rows = m_source.rows();
    const checkpoint::Entry& top = rows.entries()[0];
    for (EntryId child = top.firstChild; child < top.firstChild + top.childCount; ++child) {
        const NodeId node = m_source.node(child);
        if (node != kNoNode && x != kNoNode && m_a.reachedFrom(std::span(&node, 1))[x]) {
            return verbatim(inQuotes(rows.entryName(child)));
        }
    }
    return message("The whole object");
}

} // namespace

Result<PickleComparison> comparePickles(const RewritePlan& plan, const PickledTree& copy, const TagMap& map)
{
    return SideBySide(plan, copy, map).run();
}

} // namespace cairn::convert
