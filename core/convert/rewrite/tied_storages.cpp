#include "core/convert/rewrite/tied_storages.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

/// The tensor that has a name in the copy; null if there is none.
const Tensor* tensorOf(const Checkpoint& rows, const TreeEdit& edited, std::string_view name)
{
    for (EntryId id = 0; id < rows.entries().size(); ++id) {
        const checkpoint::Entry& entry = rows.entries()[id];
        if (entry.kind == EntryKind::Tensor && !edited.dropped[id] && edited.newName(rows, id) == name) {
            return &rows.tensors()[entry.payload];
        }
    }
    return nullptr;
}

Result<bool> haveSameBytes(const Checkpoint& rows, StorageId a, StorageId b)
{
    constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
    const std::uint64_t bytes = rows.storages()[a].bytes;
    Bytes left;
    Bytes right;
    for (std::uint64_t done = 0; done < bytes; done += left.size()) {
        left.resize(std::min(blockBytes, bytes - done));
        right.resize(left.size());
        CAIRN_TRY(rows.readStorage(a, done, left));
        CAIRN_TRY(rows.readStorage(b, done, right));
        if (std::memcmp(left.data(), right.data(), left.size()) != 0) {
            return false;
        }
    }
    return true;
}

Result<bool> areAlike(const Checkpoint& rows, const Tensor& a, const Tensor& b)
{
    if (a.storage == kNoId || b.storage == kNoId || a.dtype != b.dtype || a.offset != b.offset || a.conj != b.conj ||
        a.neg != b.neg || !std::ranges::equal(rows.shape(a), rows.shape(b)) ||
        !std::ranges::equal(rows.stride(a), rows.stride(b))) {
        return false;
    }
    const checkpoint::Storage& left = rows.storages()[a.storage];
    const checkpoint::Storage& right = rows.storages()[b.storage];
    if (left.dtype != right.dtype || left.bytes != right.bytes || left.byteOrder != right.byteOrder) {
        return false;
    }
    return haveSameBytes(rows, a.storage, b.storage);
}

} // namespace

StorageId keptOf(const TiedStorages& tied, StorageId storage)
{
    const auto found = std::ranges::find(tied, storage, &TiedStorages::value_type::first);
    return found == tied.end() ? storage : found->second;
}

Result<Tied> findTied(const checkpoint::PickledTree& tree, const TreeEdit& rows, const std::vector<Tie>& ties,
                      const std::vector<formats::Dtype>& casts)
{
    const Checkpoint& checkpoint = tree.rows();
    Tied found;
    for (const Tie& wanted : ties) {
        const Tensor* const name = tensorOf(checkpoint, rows, wanted.name);
        const Tensor* const same = tensorOf(checkpoint, rows, wanted.same);
        if (name == nullptr || same == nullptr) {
            found.unused.push_back(wanted.rule());
            continue;
        }
        CAIRN_ASSIGN(alike, areAlike(checkpoint, *name, *same));
        if (!alike || casts[name->storage] != casts[same->storage]) {
            return fail(notAlike(wanted));
        }
        const auto [kept, other] =
            std::minmax({keptOf(found.storages, name->storage), keptOf(found.storages, same->storage)});
        if (kept == other) {
            continue; // they are one already
        }
        for (auto& [storage, place] : found.storages) {
            place = place == other ? kept : place;
        }
        found.storages.emplace_back(other, kept);
        found.ties.push_back(wanted);
    }
    return found;
}

} // namespace cairn::convert
