#include "ui/tree/row_order.h"

#include "core/base/text/natural_order.h"
#include "ui/document/entry_text.h"
#include "ui/document/held_by.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace cairn::ui {

using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;

namespace {

/// Sets by their first member, then by the others: bit 0 is the most important one.
std::uint64_t reversed(std::uint64_t set)
{
    std::uint64_t result = 0;
    for (; set != 0; set &= set - 1) {
        result |= std::uint64_t{1} << (63 - std::countr_zero(set));
    }
    return ~result;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The beginning of a name, as two numbers that are in the order of compareNaturally() wherever they differ: of a run
/// of digits first how many there are, then the digits.
void writeNaturalKey(std::string_view name, RowKey& key)
{
    constexpr std::size_t kLength = 2 * sizeof(std::uint64_t);
    std::array<unsigned char, kLength> bytes{};
    std::size_t to = 0;
    for (std::size_t at = 0; at < name.size() && to < kLength;) {
        if (!isDigit(name[at])) {
            const char c = name[at++];
            bytes[to++] = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
            continue;
        }
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end])) {
            ++end;
        }
        while (at + 1 < end && name[at] == '0') {
            ++at;
        }
        constexpr std::size_t kHuge = 0xFF;
        bytes[to++] = '0'; // where any digit is among other characters
        if (to < kLength) {
            bytes[to++] = static_cast<unsigned char>(std::min(end - at, kHuge));
        }
        if (end - at >= kHuge) {
            break;
        }
        for (; at < end && to < kLength; ++at) {
            bytes[to++] = static_cast<unsigned char>(name[at]);
        }
        at = end;
    }
    for (std::size_t i = 0; i < kLength; ++i) {
        std::uint64_t& number = i < sizeof(std::uint64_t) ? key.first : key.second;
        number = number << 8 | bytes[i];
    }
}

/// How many characters all of these begin with, up to a number that may differ.
std::size_t commonStart(std::string_view a, std::string_view b)
{
    std::size_t same = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    while (same > 0 && isDigit(a[same - 1])) {
        --same;
    }
    return same;
}

} // namespace

RowOrder::RowOrder(const Document& document, const RowTree& tree, const RowOptions& options)
    : m_document(document), m_checkpoint(*document.checkpoint), m_tree(tree), m_options(options)
{
}

std::span<const RowKey> RowOrder::childrenOf(NodeId group)
{
    const RowNode& node = m_tree[group];
    m_first = node.firstChild;
    m_texts.clear();
    m_keys.assign(node.childCount, {});
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        m_keys[i].row = m_first + i;
    }
    if (node.childCount < 2 || !m_options.order) {
        return m_keys;
    }
    makeKeys();
    const auto isLess = [&](const RowKey& a, const RowKey& b) {
        const RowKey& one = m_options.descending ? b : a;
        const RowKey& other = m_options.descending ? a : b;
        if (one.first != other.first || one.second != other.second) {
            return one.first != other.first ? one.first < other.first : one.second < other.second;
        }
        const auto order = a.isWhole && b.isWhole ? std::strong_ordering::equal : compare(one.row, other.row);
        return order != 0 ? order < 0 : a.row < b.row;
    };
    if (!std::ranges::is_sorted(m_keys, isLess)) {
        std::ranges::sort(m_keys, isLess);
    }
    return m_keys;
}

void RowOrder::makeKeys()
{
    switch (*m_options.order) {
    case RowColumn::Name: makeNameKeys(); break;
    case RowColumn::Shape:
        for (RowKey& key : m_keys) {
            makeShapeKey(key);
        }
        makeTextKeys();
        break;
    case RowColumn::Notes: makeTextKeys(); break;
    default:
        for (RowKey& key : m_keys) {
            key.first = numberOf(key.row);
        }
    }
}

void RowOrder::makeTextKeys()
{
    const auto mayHave = [this](const RowKey& key) {
        return m_options.order == RowColumn::Notes ? m_document.hasNotes && entryOf(key.row).kind == EntryKind::Tensor
                                                   : entryOf(key.row).kind == EntryKind::Value;
    };
    if (std::ranges::none_of(m_keys, mayHave)) {
        return;
    }
    m_texts.reserve(m_keys.size());
    for (RowKey& key : m_keys) {
        m_texts.push_back(mayHave(key) ? textOf(key.row) : std::string());
        key.isWhole = key.isWhole && m_texts.back().empty();
    }
}

void RowOrder::makeNameKeys()
{
    const KeyRef::Kind kind = entryOf(m_first).keyKind;
    const bool isOneKind =
        std::ranges::all_of(m_keys, [&](const RowKey& key) { return entryOf(key.row).keyKind == kind; });
    const std::string_view name = nameOf(m_first);
    std::size_t start = name.size();
    for (std::size_t i = 1; i < m_keys.size() && start != 0 && isOneKind; ++i) {
        start = std::min(start, commonStart(name, nameOf(m_keys[i].row)));
    }
    for (RowKey& key : m_keys) {
        key.isWhole = isOneKind && kind == KeyRef::Kind::Index;
        if (key.isWhole) {
            key.first = entryOf(key.row).keyOffset;
        } else if (isOneKind) {
            writeNaturalKey(nameOf(key.row).substr(start), key);
        }
    }
}

std::string_view RowOrder::nameOf(NodeId id) const
{
    const RowNode& node = m_tree[id];
    const std::string_view key = m_checkpoint.keyView(m_checkpoint.entries()[node.entry]);
    const std::size_t start = std::min<std::size_t>(node.nameStart, key.size());
    return key.substr(start, m_tree.isLevel(id) ? node.nameEnd - start : key.size());
}

/// Of up to four sizes that are not huge, a key is the whole shape.
void RowOrder::makeShapeKey(RowKey& key) const
{
    constexpr std::uint64_t kHuge = (1U << 28) - 1;
    constexpr std::size_t kMostSizes = 4;
    const auto shape = shapeOf(key.row);
    key.isWhole = shape.size() <= kMostSizes;
    std::array<std::uint64_t, kMostSizes> sizes{};
    for (std::size_t axis = 0; axis < shape.size() && key.isWhole; ++axis) { // a huge one ends the numbers
        sizes[axis] = std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 0)), kHuge);
        key.isWhole = sizes[axis] < kHuge;
    }
    key.first = std::uint64_t{std::min<std::size_t>(shape.size(), 0xFF)} << 56 | sizes[0] << 28 | sizes[1];
    key.second = sizes[2] << 28 | sizes[3];
}

std::span<const std::int64_t> RowOrder::shapeOf(NodeId id) const
{
    const Entry& entry = entryOf(id);
    return m_tree.isLevel(id) || entry.kind != EntryKind::Tensor
               ? std::span<const std::int64_t>{}
               : m_checkpoint.shape(m_checkpoint.tensors()[entry.payload]);
}

std::string RowOrder::textOf(NodeId id) const
{
    constexpr std::size_t kEnough = 64;
    return m_tree.isLevel(id)                    ? std::string()
           : m_options.order == RowColumn::Notes ? noteText(m_document, m_tree[id].entry).toStdString()
                                                 : m_checkpoint.valueRepr(entryOf(id), kEnough);
}

std::strong_ordering RowOrder::compare(NodeId a, NodeId b) const
{
    if (m_options.order == RowColumn::Name) {
        return compareNames(a, b);
    }
    if (m_options.order == RowColumn::Shape) {
        const auto first = shapeOf(a);
        const auto second = shapeOf(b);
        const auto order =
            first.size() != second.size()
                ? first.size() <=> second.size()
                : std::lexicographical_compare_three_way(first.begin(), first.end(), second.begin(), second.end());
        if (order != 0) {
            return order;
        }
    }
    const auto text = [this](NodeId id) {
        return m_texts.empty() ? std::string_view() : std::string_view(m_texts[id - m_first]);
    };
    return compareNaturally(text(a), text(b)) <=> 0;
}

std::strong_ordering RowOrder::compareNames(NodeId a, NodeId b) const
{
    const Entry& first = entryOf(a);
    const Entry& second = entryOf(b);
    if (first.keyKind == KeyRef::Kind::Index && second.keyKind == KeyRef::Kind::Index) {
        return first.keyOffset <=> second.keyOffset;
    }
    return first.keyKind != second.keyKind ? second.keyKind <=> first.keyKind // numbers before names
                                           : compareNaturally(nameOf(a), nameOf(b)) <=> 0;
}

std::uint64_t RowOrder::numberOf(NodeId id) const
{
    const rows::EntrySum sum = m_tree.sumOf(m_document, id);
    switch (*m_options.order) {
    case RowColumn::SavedOn:
    case RowColumn::MapsTo: return reversed(sum.devices);
    case RowColumn::Dtype: return reversed(sum.dtypes);
    case RowColumn::Elements: return sum.elements;
    case RowColumn::Bytes: return sum.bytes;
    case RowColumn::Pieces: return pieceCount(m_document, m_tree, id);
    case RowColumn::HeldBy: return heldByOrder(m_document, m_tree, id);
    default: break;
    }
    const Entry& entry = entryOf(id);
    if (m_tree.isLevel(id)) {
        return kNoId;
    }
    if (entry.kind == EntryKind::Storage) {
        return entry.payload;
    }
    return entry.kind == EntryKind::Tensor ? m_checkpoint.tensors()[entry.payload].storage : kNoId;
}

/// Gives the rows of a tree other places. Lives for one layout.
class RowReorder {
public:
    static RowTreePtr make(const Document& document, const RowTreePtr& tree, const RowOptions& options,
                           const Progress& progress)
    {
        constexpr NodeId kStopEvery = 1024;
        const RowTree& from = *tree;
        auto to = std::make_shared<RowTree>();
        to->m_options = options;
        to->m_inFileOrder = tree;
        to->m_nodes.reserve(from.size());
        to->m_nodeOf = LargeVector<NodeId>(from.m_nodeOf.size());
        to->m_levelSums = from.m_levelSums;
        to->m_deviceBytes = from.m_deviceBytes;
        to->m_groupPieces = from.m_groupPieces;
        to->m_devices = from.m_devices;
        to->m_groupOf.reserve(from.m_groupOf.size());
        LargeVector<NodeId> rows; // of the tree that there is, by their new places
        rows.reserve(from.size());
        const auto place = [&](NodeId row, NodeId parent) {
            RowNode node = from[row];
            node.parent = parent;
            if (!from.isLevel(row)) {
                to->m_nodeOf[node.entry] = static_cast<NodeId>(rows.size());
            }
            if (!from.m_groupOf.empty()) {
                to->m_groupOf.push_back(from.m_groupOf[row]);
            }
            if (node.childCount != 0 && from.alikeIn(row) != 0) {
                to->m_alikeGroups.push_back(static_cast<NodeId>(rows.size()));
            }
            to->m_nodes.push_back(node);
            rows.push_back(row);
        };
        RowOrder order(document, from, options);
        place(0, kNoId);
        for (NodeId id = 0; id < rows.size(); ++id) {
            if (id % kStopEvery == 0 && progress.stopRequested()) {
                return nullptr;
            }
            to->m_nodes[id].firstChild = static_cast<NodeId>(rows.size());
            if (from[rows[id]].childCount != 0) {
                for (const RowKey& child : order.childrenOf(rows[id])) {
                    place(child.row, id);
                }
            }
        }
        return to;
    }
};

RowTreePtr reorderRows(const Document& document, const RowTreePtr& tree, const RowOptions& options,
                       const Progress& progress)
{
    return options.order ? RowReorder::make(document, tree, options, progress) : tree;
}

} // namespace cairn::ui
