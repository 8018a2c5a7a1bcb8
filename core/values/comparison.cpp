#include "core/values/comparison.h"

#include "core/base/progress.h"
#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/python/full_value.h"
#include "core/values/aligned_weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Tensor;

namespace {

/// Formats without pickles have no classes of containers, no attributes and nothing of tensors but their numbers.
bool hasClasses(const Checkpoint& checkpoint)
{
    return !checkpoint.traits().hasOnlyTensors;
}

std::string targetName(const Checkpoint& checkpoint, const Entry& entry)
{
    return entry.payload == kNoId ? std::string() : checkpoint.entryName(static_cast<EntryId>(entry.payload));
}

/// Makes the pairs of rows, level by level.
class PairMaker {
public:
    explicit PairMaker(Comparison& comparison)
        : m_out(comparison), m_a(*comparison.a), m_b(*comparison.b), m_withClasses(hasClasses(m_a) && hasClasses(m_b)),
          m_otherOf(m_a.entries().size(), kNoId)
    {
    }

    /// Every tensor of both, right below the roots.
    [[nodiscard]] Result<void> addTensors(const AlignedWeights& weights, const Progress* progress)
    {
        CAIRN_TRY(add(m_out.parts.a, m_out.parts.b, kNoId, progress));
        m_out.rows[0].own = {}; // of the containers
        m_out.rows[0].firstChild = 1;
        std::multimap<std::string_view, EntryId> others;
        for (const NamedWeight& weight : weights.b) {
            others.emplace(weight.name, weight.entry);
        }
        std::vector<bool> taken(m_b.entries().size());
        for (const NamedWeight& weight : weights.a) {
            const auto found = others.find(weight.name);
            const EntryId other = found == others.end() ? kNoId : found->second;
            CAIRN_TRY(add(weight.entry, other, 0, progress));
            if (other != kNoId) {
                taken[other] = true;
                others.erase(found);
            }
        }
        for (const NamedWeight& weight : weights.b) {
            if (!taken[weight.entry]) {
                CAIRN_TRY(add(kNoId, weight.entry, 0, progress));
            }
        }
        m_out.rows[0].childCount = static_cast<std::uint32_t>(m_out.rows.size() - 1);
        return {};
    }

    [[nodiscard]] Result<void> addAll(const Progress* progress)
    {
        CAIRN_TRY(add(m_out.parts.a, m_out.parts.b, kNoId, progress));
        for (std::uint32_t row = 0; row < m_out.rows.size(); ++row) {
            CAIRN_TRY(checkStop(progress));
            if (m_out.rows[row].a != kNoId && m_out.rows[row].b != kNoId) {
                CAIRN_TRY(addChildren(row, progress));
            }
        }
        return {};
    }

private:
    /// What makes two rows of two checkpoints the same row.
    static std::string keyOf(const Checkpoint& checkpoint, const Entry& entry)
    {
        std::string key = checkpoint.keyText(entry);
        key += static_cast<char>('0' + static_cast<int>(entry.keyKind));
        key += entry.attribute ? 'a' : 'i';
        return key;
    }

    /// Attributes count where both formats have them.
    [[nodiscard]] bool counts(const Entry& entry)
    {
        if (entry.attribute && !m_withClasses) {
            ++m_out.attributes;
            return false;
        }
        return true;
    }

    /// Puts the children of a pair behind all rows.
    [[nodiscard]] Result<void> addChildren(std::uint32_t row, const Progress* progress)
    {
        const Entry& x = m_a.entries()[m_out.rows[row].a];
        const Entry& y = m_b.entries()[m_out.rows[row].b];
        m_out.rows[row].firstChild = static_cast<std::uint32_t>(m_out.rows.size());
        std::vector<bool> taken(y.childCount);
        // Most files that are compared have the same rows, at least at the beginning.
        std::uint32_t same = 0;
        while (same < std::min(x.childCount, y.childCount) &&
               keyOf(m_a, m_a.entries()[x.firstChild + same]) == keyOf(m_b, m_b.entries()[y.firstChild + same])) {
            if (counts(m_a.entries()[x.firstChild + same])) {
                taken[same] = true;
                CAIRN_TRY(add(x.firstChild + same, y.firstChild + same, row, progress));
            }
            ++same;
        }
        std::unordered_map<std::string, std::uint32_t> others; // the first row of each label that has no pair yet
        std::vector<std::uint32_t> next(y.childCount, kNoId);  // and after each row the next one of its label
        for (std::uint32_t i = y.childCount; i-- > same;) {
            const auto [first, isNew] = others.try_emplace(keyOf(m_b, m_b.entries()[y.firstChild + i]), i);
            next[i] = isNew ? kNoId : std::exchange(first->second, i);
        }
        for (EntryId id = x.firstChild + same; id < x.firstChild + x.childCount; ++id) {
            if (!counts(m_a.entries()[id])) {
                continue;
            }
            const auto found = others.find(keyOf(m_a, m_a.entries()[id]));
            EntryId other = kNoId;
            if (found != others.end() && found->second != kNoId) {
                taken[found->second] = true;
                other = y.firstChild + found->second;
                found->second = next[found->second];
            }
            CAIRN_TRY(add(id, other, row, progress));
        }
        for (EntryId id = y.firstChild; id < y.firstChild + y.childCount; ++id) { // in the order of their file
            if (!taken[id - y.firstChild] && counts(m_b.entries()[id])) {
                CAIRN_TRY(add(kNoId, id, row, progress));
            }
        }
        m_out.rows[row].childCount = static_cast<std::uint32_t>(m_out.rows.size()) - m_out.rows[row].firstChild;
        return {};
    }

    [[nodiscard]] Result<void> add(EntryId a, EntryId b, std::uint32_t parent, const Progress* progress)
    {
        RowPair pair;
        pair.a = a;
        pair.b = b;
        pair.parent = parent;
        if (a == kNoId) {
            pair.own.add(Difference::Unexpected);
        } else if (b == kNoId) {
            pair.own.add(Difference::Missing);
        } else {
            m_otherOf[a] = b;
            CAIRN_ASSIGN(own, compare(a, b, progress));
            pair.own = own;
        }
        m_out.rows.push_back(pair);
        return {};
    }

    [[nodiscard]] Result<Differences> compare(EntryId first, EntryId second, const Progress* progress)
    {
        const Entry& x = m_a.entries()[first];
        const Entry& y = m_b.entries()[second];
        Differences found;
        CAIRN_ASSIGN(sameKey, isSame(m_a.fullKey(first), m_b.fullKey(second), progress));
        if (!sameKey && !m_out.weightsAlone) {
            found.add(Difference::Value);
        }
        if (x.kind != y.kind) {
            found.add(Difference::Type);
            return found;
        }
        const bool hasType =
            !m_out.weightsAlone && (x.kind == EntryKind::Value || m_withClasses || m_a.format() == m_b.format());
        if (x.kind != EntryKind::Reference && hasType && m_a.typeName(x) != m_b.typeName(y)) {
            found.add(Difference::Type);
        }
        switch (x.kind) {
        case EntryKind::Tensor: tensors(m_a.tensors()[x.payload], m_b.tensors()[y.payload], found); break;
        case EntryKind::Storage: storages(m_a.storages()[x.payload], m_b.storages()[y.payload], found); break;
        case EntryKind::Value: {
            CAIRN_ASSIGN(sameRest, isSame(m_a.fullValue(first), m_b.fullValue(second), progress));
            if (x.valueKind != y.valueKind) {
                found.add(Difference::Type);
            }
            if (!sameRest || !isSameShown(x, y)) {
                found.add(Difference::Value);
            }
            break;
        }
        case EntryKind::Reference:
            if (!isSameTarget(x, y)) {
                found.add(Difference::Value);
            }
            break;
        case EntryKind::Group: break;
        }
        return found;
    }

    /// Of what is not shown.
    [[nodiscard]] Result<bool> isSame(const checkpoint::FullValue* x, const checkpoint::FullValue* y,
                                      const Progress* progress)
    {
        if (x == nullptr || y == nullptr) {
            return true; // what is shown tells them apart
        }
        m_out.cut += static_cast<std::uint64_t>(!x->isWhole || !y->isWhole);
        if (m_sameValues.contains({x, y})) { // shared by many rows, and long
            return true;
        }
        CAIRN_ASSIGN(same, checkpoint::holdSameValue(*x, *y, progress));
        if (same) {
            m_sameValues.emplace(x, y);
        }
        return same;
    }

    void tensors(const Tensor& x, const Tensor& y, Differences& found) const
    {
        if (!std::ranges::equal(m_a.shape(x), m_b.shape(y))) {
            found.add(Difference::Shape);
        }
        if (x.dtype != y.dtype) {
            found.add(Difference::Dtype);
        }
        if (x.layout != y.layout) {
            found.add(Difference::Type);
        }
        if (m_withClasses && (x.coalesced != y.coalesced || !isSameQuantizer(x, y))) {
            found.add(Difference::Value);
        }
        if (m_out.weightsAlone) {
            const bool hasNoValues = x.storage == kNoId || y.storage == kNoId;
            if (hasNoValues && !(hasParts(m_a, x) && hasParts(m_b, y))) {
                found.add(Difference::Value);
            }
            return;
        }
        if (m_a.deviceTag(x.device) != m_b.deviceTag(y.device)) {
            found.add(Difference::Device);
        }
        if (m_withClasses && x.requiresGrad != y.requiresGrad) {
            found.add(Difference::Value);
        }
    }

    /// Whether there are rows of their own with the numbers: of sparse tensors, and of the pieces that a rank has.
    [[nodiscard]] static bool hasParts(const Checkpoint& side, const Tensor& tensor)
    {
        const Entry& row = side.entries()[tensor.entry];
        return tensor.layout != checkpoint::Layout::Strided ||
               std::ranges::any_of(side.entries().subspan(row.firstChild, row.childCount), [&](const Entry& part) {
                   return part.kind == EntryKind::Tensor && side.tensors()[part.payload].storage != kNoId;
               });
    }

    [[nodiscard]] bool isSameQuantizer(const Tensor& x, const Tensor& y) const
    {
        const checkpoint::TensorExtra* first = m_a.extra(x);
        const checkpoint::TensorExtra* second = m_b.extra(y);
        const bool has = first != nullptr && first->quantizer;
        if (has != (second != nullptr && second->quantizer)) {
            return false;
        }
        return !has || (first->quantizer->scheme == second->quantizer->scheme &&
                        std::bit_cast<std::uint64_t>(first->quantizer->scale) ==
                            std::bit_cast<std::uint64_t>(second->quantizer->scale) &&
                        first->quantizer->zeroPoint == second->quantizer->zeroPoint &&
                        first->quantizer->axis == second->quantizer->axis &&
                        first->quantizer->perChannel == second->quantizer->perChannel);
    }

    void storages(const checkpoint::Storage& x, const checkpoint::Storage& y, Differences& found) const
    {
        if (x.bytes != y.bytes) {
            found.add(Difference::Shape);
        }
        if (m_a.deviceTag(x.device) != m_b.deviceTag(y.device)) {
            found.add(Difference::Device);
        }
    }

    [[nodiscard]] bool isSameShown(const Entry& x, const Entry& y) const
    {
        return x.valueKind < checkpoint::ValueKind::Text && y.valueKind < checkpoint::ValueKind::Text
                   ? x.payload == y.payload && x.valueKind == y.valueKind
                   : x.valueKind == y.valueKind && m_a.valueText(x) == m_b.valueText(y);
    }

    /// What they refer to stands above them; labels may be there twice, rows are not.
    [[nodiscard]] bool isSameTarget(const Entry& x, const Entry& y) const
    {
        const EntryId other = x.payload == kNoId ? kNoId : m_otherOf[x.payload];
        return other != kNoId ? other == y.payload : targetName(m_a, x) == targetName(m_b, y);
    }

    Comparison& m_out;
    const Checkpoint& m_a;
    const Checkpoint& m_b;
    bool m_withClasses;
    std::vector<EntryId> m_otherOf; ///< by rows of the first, once they are in a pair
    std::set<std::pair<const checkpoint::FullValue*, const checkpoint::FullValue*>> m_sameValues;
};

/// Rows of a checkpoint that are neither `root` nor below it.
std::uint64_t rowsOutside(const Checkpoint& checkpoint, EntryId root)
{
    std::vector<bool> inside(checkpoint.entries().size());
    std::uint64_t count = 0;
    for (EntryId id = 0; id < checkpoint.entries().size(); ++id) { // parents come first
        const EntryId parent = checkpoint.entries()[id].parent;
        inside[id] = id == root || (parent != kNoId && inside[parent]);
        count += static_cast<std::uint64_t>(!inside[id]);
    }
    return count;
}

/// By rows of a checkpoint: whether it or anything below it is wanted.
std::vector<bool> rowsLeadingTo(const Checkpoint& checkpoint, const std::function<bool(std::string_view)>& isWanted)
{
    std::vector<bool> found(checkpoint.entries().size());
    for (EntryId id = static_cast<EntryId>(found.size()); id-- > 0;) { // parents come first
        const EntryId parent = checkpoint.entries()[id].parent;
        found[id] = found[id] || isWanted(checkpoint.entryName(id));
        if (parent != kNoId && found[id]) {
            found[parent] = true;
        }
    }
    return found;
}

void sumUpRows(Comparison& comparison)
{
    comparison.counts = {};
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
    comparison.tensors = comparison.tensorRows().size();
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
        return checkpoint::StateDict{&checkpoint, root != 0 ? root : checkpoint::largestStateDict(checkpoint)};
    };
    const checkpoint::StateDict model = dictOf(*a, parts.a);
    const checkpoint::StateDict loaded = dictOf(*b, parts.b);
    if (model.group == kNoId || loaded.group == kNoId) {
        return {};
    }
    return checkpoint::loadStateDict(checkpoint::stateKeysOf(model), checkpoint::stateKeysOf(loaded)).text();
}

std::string Comparison::nameOf(const RowPair& row) const
{
    return row.a != kNoId ? a->entryName(row.a) : b->entryName(row.b);
}

bool Comparison::hasCommonName() const
{
    return !rows.empty() && std::ranges::any_of(std::span(rows).subspan(rows[0].firstChild, rows[0].childCount),
                                                [](const RowPair& row) { return row.a != kNoId && row.b != kNoId; });
}

const Issue* notCompared(const Checkpoint& checkpoint)
{
    const auto deep = std::ranges::find(checkpoint.issues(), ErrorCode::TreeTooDeep, &Issue::code);
    const Issue* const damage = checkpoint.damage();
    return damage != nullptr || deep == checkpoint.issues().end() ? damage : &*deep;
}

std::uint64_t Comparison::pairs() const
{
    return static_cast<std::uint64_t>(std::ranges::count_if(rows, [](const RowPair& row) {
        return row.parent != kNoId && row.a != kNoId && row.b != kNoId && !row.isLeftOut;
    }));
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
        if (pair.a == kNoId || pair.b == kNoId || pair.isLeftOut || a->entries()[pair.a].kind != EntryKind::Tensor ||
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

std::vector<std::uint32_t> Comparison::storageRows() const
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        const RowPair& pair = rows[row];
        if (pair.a != kNoId && pair.b != kNoId && !pair.isLeftOut && a->entries()[pair.a].kind == EntryKind::Storage &&
            b->entries()[pair.b].kind == EntryKind::Storage && !pair.own.has(Difference::Shape)) {
            found.push_back(row);
        }
    }
    return found;
}

/// Tensors that are not compared. One can have several names.
static std::uint64_t tensorsElsewhere(const Checkpoint& checkpoint, const std::vector<NamedWeight>& weights)
{
    std::vector<bool> isCompared(checkpoint.entries().size());
    for (const NamedWeight& weight : weights) {
        isCompared[weight.entry] = true;
    }
    std::uint64_t count = 0;
    for (EntryId id = 0; id < isCompared.size(); ++id) {
        count += checkpoint.entries()[id].kind == EntryKind::Tensor && !isCompared[id] ? 1U : 0U;
    }
    return count;
}

namespace {

/// The groups around two modules of one model: the largest group of tensors of a module that was saved whole is one of
/// its layers. What holds an optimizer, too, is no model.
ComparedParts groupsOfModules(const Checkpoint& a, const Checkpoint& b, ComparedParts parts)
{
    const LargeVector<std::uint8_t> optimizerOfA = checkpoint::optimizerRows(a);
    const LargeVector<std::uint8_t> optimizerOfB = checkpoint::optimizerRows(b);
    return outermostAlike(a, b, parts, [&](const Checkpoint& checkpoint, EntryId id) {
        const EntryId parent = checkpoint.entries()[id].parent;
        const Entry& group = checkpoint.entries()[parent];
        const auto& ofOptimizer = &checkpoint == &a ? optimizerOfA : optimizerOfB;
        return parent != 0 &&
               std::ranges::all_of(std::views::iota(group.firstChild, group.firstChild + group.childCount),
                                   [&](EntryId child) { return ofOptimizer[child] == 0; });
    });
}

} // namespace

ComparedParts stateDictsOf(const Checkpoint& a, const Checkpoint& b)
{
    const EntryId first = a.entries().empty() ? kNoId : checkpoint::largestStateDict(a);
    const EntryId second = b.entries().empty() ? kNoId : checkpoint::largestStateDict(b);
    return first == kNoId || second == kNoId ? ComparedParts{} : groupsOfModules(a, b, {.a = first, .b = second});
}

Result<Comparison> compareCheckpoints(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b, ComparedParts parts,
                                      const Progress* progress)
{
    Comparison comparison;
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    comparison.parts = parts;
    if (comparison.a->entries().empty() || comparison.b->entries().empty()) {
        return comparison;
    }
    if (!parts.areWhole()) {
        comparison.outside = rowsOutside(*comparison.a, parts.a) + rowsOutside(*comparison.b, parts.b);
    }
    CAIRN_TRY(PairMaker(comparison).addAll(progress));
    sumUpRows(comparison);
    return comparison;
}

Result<Comparison> compareWeights(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b, const Progress* progress,
                                  const WeightNames& names)
{
    CAIRN_ASSIGN(weights, alignWeights(*a, *b, stateDictsOf(*a, *b), names));
    Comparison comparison;
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    comparison.parts = weights.parts;
    comparison.weightsAlone = true;
    comparison.isChosenInB = weights.isChosenInB;
    comparison.prefixA = weights.prefixA;
    comparison.prefixB = weights.prefixB;
    comparison.outside = tensorsElsewhere(*comparison.a, weights.a) + tensorsElsewhere(*comparison.b, weights.b);
    comparison.tiedA = std::move(weights.tiedA);
    comparison.tiedB = std::move(weights.tiedB);
    comparison.outside -= comparison.tiedA.size() + comparison.tiedB.size(); // they are told of by name
    CAIRN_TRY(PairMaker(comparison).addTensors(weights, progress));
    sumUpRows(comparison);
    return comparison;
}

void narrow(Comparison& comparison, const std::function<bool(std::string_view)>& isWanted, Differences ignored)
{
    const std::vector<bool> onlyInA = rowsLeadingTo(*comparison.a, isWanted);
    const std::vector<bool> onlyInB = rowsLeadingTo(*comparison.b, isWanted);
    for (RowPair& pair : comparison.rows) {
        const bool stays = pair.b == kNoId          ? onlyInA[pair.a]
                           : pair.a == kNoId        ? onlyInB[pair.b]
                           : comparison.isChosenInB ? isWanted(comparison.b->entryName(pair.b))
                                                    : isWanted(comparison.nameOf(pair));
        pair.isLeftOut = !stays;
        comparison.leftOut += static_cast<std::uint64_t>(!stays);
        for (std::size_t kind = 0; kind < kDifferences && stays; ++kind) {
            const auto difference = static_cast<Difference>(kind);
            comparison.ignored[kind] += static_cast<std::uint64_t>(ignored.has(difference) && pair.own.has(difference));
        }
        pair.own = stays ? pair.own.without(ignored) : Differences();
        pair.below = {};
    }
    sumUpRows(comparison);
}

} // namespace cairn::values
