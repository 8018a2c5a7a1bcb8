#include "core/convert/rewrite/tied_storages.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

/// The tensors that have each of the names in the copy.
std::unordered_map<std::string_view, std::vector<const Tensor*>>
tensorsOf(const Checkpoint& rows, const TreeEdit& edited, const std::vector<Tie>& ties)
{
    std::unordered_map<std::string_view, std::vector<const Tensor*>> found;
    for (const Tie& wanted : ties) {
        found[wanted.name] = {};
        found[wanted.same] = {};
    }
    if (ties.empty()) {
        return found;
    }
    for (EntryId id = 0; id < rows.entries().size(); ++id) {
        const checkpoint::Entry& entry = rows.entries()[id];
        if (entry.kind != EntryKind::Tensor || edited.dropped[id]) {
            continue;
        }
        if (const auto wanted = found.find(edited.newName(rows, id)); wanted != found.end()) {
            wanted->second.push_back(&rows.tensors()[entry.payload]);
        }
    }
    return found;
}

/// The only one of those that have a name; null if there is none.
Result<const Tensor*> onlyOne(const std::vector<const Tensor*>& tensors, std::string_view name)
{
    if (tensors.size() > 1) {
        return fail(error(ErrorCode::UnmetRequest, message("two tensors have the name %1", inQuotes(name)))
                        .fix(message("Give one of them another name with --rename")));
    }
    return tensors.empty() ? nullptr : tensors.front();
}

Result<bool> haveSameBytes(const Checkpoint& rows, StorageId a, StorageId b, const Progress* progress)
{
    constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
    const std::uint64_t bytes = rows.storages()[a].bytes;
    Bytes left;
    Bytes right;
    for (std::uint64_t done = 0; done < bytes; done += left.size()) {
        CAIRN_TRY(checkStop(progress));
        left.resize(std::min(blockBytes, bytes - done));
        right.resize(left.size());
        CAIRN_TRY(rows.readStorage(a, done, left));
        CAIRN_TRY(rows.readStorage(b, done, right));
        if (!areSameBytes(left, right)) {
            return false;
        }
    }
    return true;
}

/// Why they cannot be one; empty if they can.
Result<Message> whyApart(const Checkpoint& rows, const Tensor& a, const Tensor& b, const Progress* progress)
{
    const auto isQuantized = [&](const Tensor& tensor) {
        const checkpoint::TensorExtra* extra = rows.extra(tensor);
        return extra != nullptr && extra->quantizer.has_value();
    };
    if (a.storage == kNoId || b.storage == kNoId || isQuantized(a) || isQuantized(b)) {
        return message("Only dense tensors that are not quantised can");
    }
    if (a.dtype != b.dtype || a.conj != b.conj || a.neg != b.neg || !std::ranges::equal(rows.shape(a), rows.shape(b))) {
        return message("Their dtypes or shapes are not the same");
    }
    const checkpoint::Storage& left = rows.storages()[a.storage];
    const checkpoint::Storage& right = rows.storages()[b.storage];
    if (a.offset != b.offset || !std::ranges::equal(rows.stride(a), rows.stride(b)) || left.dtype != right.dtype ||
        left.bytes != right.bytes || left.byteOrder != right.byteOrder) {
        return message("They lie in their storages in different ways, or one storage has more in it");
    }
    CAIRN_ASSIGN(same, haveSameBytes(rows, a.storage, b.storage, progress));
    return same ? Message() : message("Their storages do not hold the same values");
}

} // namespace

StorageId keptOf(const TiedStorages& tied, StorageId storage)
{
    const auto found = std::ranges::find(tied, storage, &TiedStorages::value_type::first);
    return found == tied.end() ? storage : found->second;
}

Result<Tied> findTied(const checkpoint::PickledTree& tree, const TreeEdit& rows, const StorageUses& uses,
                      const std::vector<Tie>& ties, const std::vector<formats::Dtype>& casts, const Progress* progress)
{
    const Checkpoint& checkpoint = tree.rows();
    const auto tensors = tensorsOf(checkpoint, rows, ties);
    const auto isInside = [&](StorageId storage) {
        return std::ranges::find(uses.references, storage, &StorageUses::Reference::storage) == uses.references.end();
    };
    Tied found;
    for (const Tie& wanted : ties) {
        CAIRN_ASSIGN(name, onlyOne(tensors.at(wanted.name), wanted.name));
        CAIRN_ASSIGN(same, onlyOne(tensors.at(wanted.same), wanted.same));
        if (name == nullptr || same == nullptr) {
            found.unused.push_back(wanted.rule());
            continue;
        }
        CAIRN_ASSIGN(why, whyApart(checkpoint, *name, *same, progress));
        if (why.empty() && (isInside(name->storage) || isInside(same->storage))) {
            why = message("One of them lies in bytes that are a checkpoint of their own");
        }
        if (why.empty() && casts[name->storage] != casts[same->storage]) {
            why = message("--cast makes different dtypes of them");
        }
        if (!why.empty()) {
            return fail(cannotTie(wanted, std::move(why)));
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
