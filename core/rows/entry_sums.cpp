#include "core/rows/entry_sums.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cairn::rows {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

std::uint64_t bit(std::uint64_t number)
{
    return std::uint64_t{1} << std::min<std::uint64_t>(number, 63);
}

/// What a row brings by itself. The bytes of a sparse tensor are those of its parts.
EntrySum own(const Checkpoint& checkpoint, const Entry& entry)
{
    if (entry.kind != EntryKind::Tensor) {
        return {};
    }
    const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
    EntrySum sum{.tensors = tensor.part ? 0U : 1U,
                 .elements = tensor.part ? 0 : checkpoint.elementCount(tensor),
                 .bytes = tensor.storage == kNoId ? 0 : checkpoint.logicalBytes(tensor),
                 .devices = bit(tensor.device),
                 .dtypes = tensor.part ? 0 : bit(static_cast<std::uint64_t>(tensor.dtype))};
    return sum;
}

EntryId innermostWithBoth(const Checkpoint& checkpoint, EntryId a, EntryId b)
{
    while (a != b) { // parents have smaller numbers than their children
        EntryId& inner = a > b ? a : b;
        inner = checkpoint.entries()[inner].parent;
    }
    return a;
}

/// A tensor whose numbers are those of the tensors below it: a sparse one, or that of which one rank has a part.
bool isMadeOfOthers(const Checkpoint& checkpoint, const Entry& entry)
{
    return entry.kind == EntryKind::Tensor && checkpoint.tensors()[entry.payload].storage == kNoId;
}

} // namespace

EntrySum& EntrySum::operator+=(const EntrySum& other)
{
    tensors += other.tensors;
    elements += other.elements;
    bytes += other.bytes;
    devices |= other.devices;
    dtypes |= other.dtypes;
    return *this;
}

EntrySums::EntrySums(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    m_groupOf.assign(entries.size(), kNoId);
    std::uint32_t groups = 0;
    for (EntryId id = 0; id < entries.size(); ++id) {
        if (entries[id].childCount != 0) {
            m_groupOf[id] = groups++;
        }
    }
    m_sums.resize(groups);
    // Children have larger numbers than their parents.
    for (auto id = static_cast<EntryId>(entries.size()); id-- > 0;) {
        EntrySum sum = own(checkpoint, entries[id]);
        if (m_groupOf[id] != kNoId) {
            EntrySum& below = m_sums[m_groupOf[id]];
            if (isMadeOfOthers(checkpoint, entries[id])) {
                below.elements = 0; // they are those of the whole
            }
            below += sum;
            sum = below;
        }
        if (id != 0) {
            m_sums[m_groupOf[entries[id].parent]] += sum;
        }
    }
    countOnce(checkpoint);
}

/// Takes what is there again out of each row that has it twice: between neighbours in the order of the tree that is
/// once for each more that a row has.
void EntrySums::countOnce(const Checkpoint& checkpoint)
{
    for (checkpoint::StorageId storage = 0; storage < checkpoint.storages().size(); ++storage) {
        const auto tensors = checkpoint.tensorsOf(storage);
        if (tensors.size() < 2) {
            continue;
        }
        // By their first element, and how many there are.
        std::map<std::pair<std::int64_t, std::uint64_t>, EntryId> known;
        for (const checkpoint::TensorId id : tensors) {
            const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
            if (tensor.part) { // not counted as a tensor of its own
                continue;
            }
            const std::uint64_t elements = checkpoint.elementCount(tensor);
            const auto [before, isFirst] = known.try_emplace({tensor.offset, elements}, tensor.entry);
            if (isFirst || before->second == tensor.entry) {
                continue;
            }
            EntryId row = innermostWithBoth(checkpoint, before->second, tensor.entry);
            for (; row != kNoId; row = checkpoint.entries()[row].parent) {
                EntrySum& sum = m_sums[m_groupOf[row]];
                sum.elements -= std::min(sum.elements, elements);
                sum.bytes -= std::min(sum.bytes, checkpoint.logicalBytes(tensor));
            }
            before->second = tensor.entry;
        }
    }
}

EntrySum EntrySums::of(const Checkpoint& checkpoint, EntryId id) const
{
    return m_groupOf[id] == kNoId ? own(checkpoint, checkpoint.entries()[id]) : m_sums[m_groupOf[id]];
}

} // namespace cairn::rows
