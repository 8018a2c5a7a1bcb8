#include "ui/document/entry_sums.h"

#include <algorithm>

namespace cairn::ui {

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
}

EntrySum EntrySums::of(const Checkpoint& checkpoint, EntryId id) const
{
    return m_groupOf[id] == kNoId ? own(checkpoint, checkpoint.entries()[id]) : m_sums[m_groupOf[id]];
}

} // namespace cairn::ui
