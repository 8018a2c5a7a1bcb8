#include "core/checkpoint/own_elements.h"

#include "core/checkpoint/extent.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cairn::checkpoint {

namespace {

/// A part of a tensor that is made of others, and counts for them.
bool isInsideOther(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const auto entries = checkpoint.entries();
    for (EntryId above = entries[tensor.entry].parent; above != kNoId; above = entries[above].parent) {
        const Entry& entry = entries[above];
        if (entry.kind == EntryKind::Tensor && checkpoint.tensors()[entry.payload].storage == kNoId) {
            return true;
        }
    }
    return false;
}

/// Bytes that were reached so far.
class ReachedBytes {
public:
    /// How many of these are new.
    std::uint64_t add(std::uint64_t begin, std::uint64_t end)
    {
        const std::uint64_t first = begin;
        const std::uint64_t last = end;
        std::uint64_t fresh = end - begin;
        auto next = m_ends.upper_bound(begin); // the first range that begins behind
        if (next != m_ends.begin() && std::prev(next)->second >= begin) {
            --next;
        }
        while (next != m_ends.end() && next->first <= end) { // they become one with it
            const std::uint64_t sameBegin = std::max(next->first, first);
            const std::uint64_t sameEnd = std::min(next->second, last);
            fresh -= sameEnd > sameBegin ? sameEnd - sameBegin : 0;
            begin = std::min(begin, next->first);
            end = std::max(end, next->second);
            next = m_ends.erase(next);
        }
        m_ends.emplace(begin, end);
        return fresh;
    }

private:
    std::map<std::uint64_t, std::uint64_t> m_ends; ///< of ranges that do not touch, by their beginnings
};

} // namespace

std::uint64_t OwnElements::of(const Tensor& tensor)
{
    if (isInsideOther(m_checkpoint, tensor)) {
        return 0;
    }
    if (tensor.storage == kNoId || m_checkpoint.tensorsOf(tensor.storage).size() < 2) {
        return m_checkpoint.elementCount(tensor);
    }
    auto known = m_ofSharing.find(&tensor);
    if (known == m_ofSharing.end()) {
        countSharing(tensor.storage);
        known = m_ofSharing.find(&tensor);
    }
    return known == m_ofSharing.end() ? 0 : known->second;
}

void OwnElements::countSharing(StorageId storage)
{
    const std::uint64_t size = m_checkpoint.storages()[storage].bytes;
    ReachedBytes reached;
    for (const TensorId id : m_checkpoint.tensorsOf(storage)) {
        const Tensor& tensor = m_checkpoint.tensors()[id];
        if (tensor.part) {
            continue;
        }
        std::uint64_t& own = m_ofSharing[&tensor];
        const unsigned bits = formats::dtypeInfo(tensor.dtype).bits;
        const auto extent = extentOf(m_checkpoint.shape(tensor), m_checkpoint.stride(tensor));
        const auto length = extent ? bytesFor(*extent, tensor.dtype) : std::nullopt;
        const auto begin = bytesFor(static_cast<std::uint64_t>(std::max<std::int64_t>(tensor.offset, 0)), tensor.dtype);
        if (bits != 0 && length && *length != 0 && begin && *begin < size) {
            const std::uint64_t fresh = reached.add(*begin, *begin + std::min(*length, size - *begin));
            own = std::min(m_checkpoint.elementCount(tensor), fresh * 8 / bits);
        }
    }
}

} // namespace cairn::checkpoint
