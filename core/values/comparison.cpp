#include "core/values/comparison.h"

#include "core/base/progress.h"
#include "core/checkpoint/load_state_dict.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Tensor;

namespace {

/// What makes two rows of two checkpoints the same row.
std::string keyOf(const Checkpoint& checkpoint, const Entry& entry)
{
    std::string key = checkpoint.keyText(entry);
    key += static_cast<char>('0' + static_cast<int>(entry.keyKind));
    key += entry.attribute ? 'a' : 'i';
    return key;
}

bool haveCommonKey(const Checkpoint& a, const Checkpoint& b)
{
    std::unordered_map<std::string, bool> keys;
    const Entry& root = a.entries()[0];
    for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
        keys.emplace(keyOf(a, a.entries()[id]), true);
    }
    const Entry& other = b.entries()[0];
    for (EntryId id = other.firstChild; id < other.firstChild + other.childCount; ++id) {
        if (!b.entries()[id].attribute && keys.contains(keyOf(b, b.entries()[id]))) {
            return true;
        }
    }
    return false;
}

/// Compares two rows that have the same name.
class Rows {
public:
    Rows(const Checkpoint& a, const Checkpoint& b) : m_a(a), m_b(b) {}

    [[nodiscard]] Differences compare(EntryId first, EntryId second) const
    {
        const Entry& x = m_a.entries()[first];
        const Entry& y = m_b.entries()[second];
        Differences found;
        if (x.kind != y.kind) {
            found.add(Difference::Type);
            return found;
        }
        switch (x.kind) {
        case EntryKind::Tensor: return tensors(m_a.tensors()[x.payload], m_b.tensors()[y.payload]);
        case EntryKind::Storage: return storages(m_a.storages()[x.payload], m_b.storages()[y.payload]);
        case EntryKind::Value:
            if (x.valueKind != y.valueKind || m_a.typeName(x) != m_b.typeName(y)) {
                found.add(Difference::Type);
            }
            if (!sameValue(x, y)) {
                found.add(Difference::Value);
            }
            return found;
        case EntryKind::Reference:
            if (target(m_a, x) != target(m_b, y)) {
                found.add(Difference::Value);
            }
            return found;
        case EntryKind::Group: break;
        }
        if (isOneFormat() && m_a.typeName(x) != m_b.typeName(y)) {
            found.add(Difference::Type);
        }
        return found;
    }

    /// Formats without pickles have no classes of containers, and no attributes.
    [[nodiscard]] bool isOneFormat() const { return m_a.format() == m_b.format(); }

private:
    [[nodiscard]] Differences tensors(const Tensor& x, const Tensor& y) const
    {
        Differences found;
        if (!std::ranges::equal(m_a.shape(x), m_b.shape(y))) {
            found.add(Difference::Shape);
        }
        if (x.dtype != y.dtype) {
            found.add(Difference::Dtype);
        }
        if (m_a.deviceTag(x.device) != m_b.deviceTag(y.device)) {
            found.add(Difference::Device);
        }
        if (x.layout != y.layout) {
            found.add(Difference::Type);
        }
        return found;
    }

    [[nodiscard]] Differences storages(const checkpoint::Storage& x, const checkpoint::Storage& y) const
    {
        Differences found;
        if (x.bytes != y.bytes) {
            found.add(Difference::Shape);
        }
        if (m_a.deviceTag(x.device) != m_b.deviceTag(y.device)) {
            found.add(Difference::Device);
        }
        return found;
    }

    [[nodiscard]] bool sameValue(const Entry& x, const Entry& y) const
    {
        return x.valueKind < checkpoint::ValueKind::Text && y.valueKind < checkpoint::ValueKind::Text
                   ? x.payload == y.payload && x.valueKind == y.valueKind
                   : x.valueKind == y.valueKind && m_a.valueText(x) == m_b.valueText(y);
    }

    static std::string target(const Checkpoint& checkpoint, const Entry& entry)
    {
        return entry.payload == kNoId ? std::string() : checkpoint.entryName(static_cast<EntryId>(entry.payload));
    }

    const Checkpoint& m_a;
    const Checkpoint& m_b;
};

/// Puts the children of a pair behind all rows.
void addChildren(Comparison& comparison, const Rows& compare, std::uint32_t row)
{
    const Entry& x = comparison.a->entries()[comparison.rows[row].a];
    const Entry& y = comparison.b->entries()[comparison.rows[row].b];
    comparison.rows[row].firstChild = static_cast<std::uint32_t>(comparison.rows.size());
    std::unordered_map<std::string, EntryId> others;
    for (EntryId id = y.firstChild; id < y.firstChild + y.childCount; ++id) {
        others.emplace(keyOf(*comparison.b, comparison.b->entries()[id]), id);
    }
    for (EntryId id = x.firstChild; id < x.firstChild + x.childCount; ++id) {
        if (comparison.a->entries()[id].attribute && !compare.isOneFormat()) {
            continue;
        }
        RowPair& pair = comparison.rows.emplace_back();
        pair.a = id;
        pair.parent = row;
        const auto found = others.find(keyOf(*comparison.a, comparison.a->entries()[id]));
        if (found == others.end()) {
            pair.own.add(Difference::Missing);
        } else {
            pair.b = found->second;
            pair.own = compare.compare(pair.a, pair.b);
            others.erase(found);
        }
    }
    for (EntryId id = y.firstChild; id < y.firstChild + y.childCount; ++id) { // in the order of their file
        const auto found = others.find(keyOf(*comparison.b, comparison.b->entries()[id]));
        const bool counts = compare.isOneFormat() || !comparison.b->entries()[id].attribute;
        if (counts && found != others.end() && found->second == id) {
            RowPair& pair = comparison.rows.emplace_back();
            pair.b = id;
            pair.parent = row;
            pair.own.add(Difference::Unexpected);
        }
    }
    comparison.rows[row].childCount =
        static_cast<std::uint32_t>(comparison.rows.size()) - comparison.rows[row].firstChild;
}

void sumUpDifferences(Comparison& comparison)
{
    for (std::size_t row = comparison.rows.size(); row-- > 0;) {
        const RowPair& pair = comparison.rows[row];
        if (pair.parent != kNoId) {
            comparison.rows[pair.parent].below.add(pair.own);
            comparison.rows[pair.parent].below.add(pair.below);
        }
        for (std::size_t kind = 0; kind < kDifferences; ++kind) {
            comparison.counts[kind] += static_cast<std::uint64_t>(pair.own.has(static_cast<Difference>(kind)));
        }
    }
}

} // namespace

std::string_view differenceName(Difference difference)
{
    switch (difference) {
    case Difference::Missing: return "missing";
    case Difference::Unexpected: return "unexpected";
    case Difference::Type: return "type";
    case Difference::Shape: return "shape";
    case Difference::Dtype: return "dtype";
    case Difference::Device: return "device";
    case Difference::Value: return "value";
    case Difference::Numbers: return "numbers";
    }
    return {};
}

std::string Comparison::loadMessage() const
{
    const auto dictOf = [](const Checkpoint& checkpoint, EntryId root) {
        return checkpoint::StateDict{&checkpoint, root != 0 ? root : checkpoint::stateDictOf(checkpoint)};
    };
    return checkpoint::loadStateDictMessage(dictOf(*a, rootA), dictOf(*b, rootB));
}

std::string Comparison::nameOf(const RowPair& row) const
{
    return row.a != kNoId ? a->entryName(row.a) : b->entryName(row.b);
}

void Comparison::addNumbers(std::uint32_t row)
{
    rows[row].own.add(Difference::Numbers);
    ++counts[static_cast<std::size_t>(Difference::Numbers)];
    for (std::uint32_t up = rows[row].parent; up != kNoId; up = rows[up].parent) {
        rows[up].below.add(rows[row].own);
    }
}

std::vector<std::uint32_t> Comparison::tensorRows() const
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        const RowPair& pair = rows[row];
        if (pair.a == kNoId || pair.b == kNoId || a->entries()[pair.a].kind != EntryKind::Tensor ||
            b->entries()[pair.b].kind != EntryKind::Tensor || pair.own.has(Difference::Shape)) {
            continue;
        }
        const Tensor& x = a->tensors()[a->entries()[pair.a].payload];
        const Tensor& y = b->tensors()[b->entries()[pair.b].payload];
        if (x.storage != kNoId && y.storage != kNoId) {
            found.push_back(row);
        }
    }
    return found;
}

Result<Comparison> compareCheckpoints(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b,
                                      const Progress* progress)
{
    Comparison comparison;
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    if (comparison.a->entries().empty() || comparison.b->entries().empty()) {
        return comparison;
    }
    if (!haveCommonKey(*comparison.a, *comparison.b)) {
        const EntryId first = checkpoint::stateDictOf(*comparison.a);
        const EntryId second = checkpoint::stateDictOf(*comparison.b);
        if (first != kNoId && second != kNoId) {
            comparison.rootA = first;
            comparison.rootB = second;
        }
    }
    const Rows compare(*comparison.a, *comparison.b);
    RowPair& root = comparison.rows.emplace_back();
    root.a = comparison.rootA;
    root.b = comparison.rootB;
    root.own = compare.compare(root.a, root.b);
    for (std::uint32_t row = 0; row < comparison.rows.size(); ++row) {
        if (progress != nullptr && progress->stopRequested()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        if (comparison.rows[row].a != kNoId && comparison.rows[row].b != kNoId) {
            addChildren(comparison, compare, row);
        }
    }
    sumUpDifferences(comparison);
    comparison.tensors = comparison.tensorRows().size();
    return comparison;
}

} // namespace cairn::values
