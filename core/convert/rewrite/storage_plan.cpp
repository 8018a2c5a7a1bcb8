#include "core/convert/rewrite/storage_plan.h"

#include "core/base/text/text.h"
#include "core/convert/rewrite/storage_casts.h"
#include "core/convert/rewrite/storage_references.h"
#include "core/convert/rewrite/storage_walk.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cairn::convert {

using checkpoint::kNoId;
using checkpoint::PickledTree;
using checkpoint::Storage;
using checkpoint::StorageId;
using formats::Dtype;
using formats::dtypeInfo;

namespace {

/// What tensors reach of a storage.
struct Reach {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t itemBytes = 1; ///< the largest
};

std::vector<Reach> reachOf(const StorageUses& uses, std::size_t storages)
{
    std::vector<Reach> reach(storages);
    for (const StorageView& view : uses.views) {
        Reach& of = reach[view.storage];
        of.itemBytes = std::max(of.itemBytes, view.itemBytes);
        if (view.begin == view.end) {
            continue;
        }
        of.begin = of.begin == of.end ? view.begin : std::min(of.begin, view.begin);
        of.end = std::max(of.end, view.end);
    }
    return reach;
}

/// Each storage once, in the order in which the pickle first names it.
std::vector<StorageId> firstUses(const StorageUses& uses, std::size_t storages)
{
    std::vector<StorageId> order;
    std::vector<bool> seen(storages);
    for (const StorageUses::Reference& reference : uses.references) {
        if (!seen[reference.storage]) {
            seen[reference.storage] = true;
            order.push_back(reference.storage);
        }
    }
    return order;
}

/// A tensor that looks into a storage and stays.
std::string nameFor(const checkpoint::Checkpoint& rows, const TreeEdit& edited, StorageId id)
{
    for (const checkpoint::TensorId user : rows.tensorsOf(id)) {
        if (const checkpoint::EntryId entry = rows.tensors()[user].entry; !edited.dropped[entry]) {
            return edited.newName(rows, entry);
        }
    }
    return {};
}

/// The keys of a zip can stay as they are. Others are numbers that mean nothing in another file.
bool keepsKeys(const PickledTree& tree, const StorageUses& uses, PickleContainer container)
{
    return container == PickleContainer::Zip && tree.rows().traits().pickle == checkpoint::PickleForm::ZipRecord &&
           std::ranges::all_of(uses.references, [&](const StorageUses::Reference& reference) {
               return tree.graph().is(reference.node, formats::NodeKind::PersistentId);
           });
}

/// What refers to a storage refers to the one in its place.
void takeTied(const TiedStorages& tied, StorageUses& uses)
{
    if (tied.empty()) {
        return;
    }
    for (StorageUses::Reference& reference : uses.references) {
        reference.storage = keptOf(tied, reference.storage);
    }
    for (StorageView& view : uses.views) {
        view.storage = keptOf(tied, view.storage);
    }
    for (const auto& [storage, kept] : tied) {
        uses.bare[kept] = uses.bare[kept] || uses.bare[storage];
    }
}

void size(NewStorage& storage)
{
    storage.bytes = storage.sourceBytes;
    storage.dtype = storage.from;
    if (storage.isCast()) {
        storage.bytes =
            storage.sourceBytes / dtypeInfo(storage.from).storageBytes * dtypeInfo(storage.castTo).storageBytes;
        storage.dtype = dtypeInfo(storage.castTo).storageClass.empty() ? Dtype::Unknown : storage.castTo;
    }
}

} // namespace

std::unordered_map<StorageId, const NewStorage*> StoragePlan::bySource() const
{
    std::unordered_map<StorageId, const NewStorage*> found;
    for (const NewStorage& storage : storages) {
        found.emplace(storage.source, &storage);
    }
    for (const auto& [other, kept] : tied) {
        found.emplace(other, found.at(kept));
    }
    return found;
}

Result<StoragePlan> planStorages(const PickledTree& tree, const TreeEdit& rows, StorageRules& rules,
                                 formats::GraphEdit& edit, const Progress* progress)
{
    const auto& storages = tree.rows().storages();
    CAIRN_ASSIGN(uses, walkStorages(tree, edit));
    CAIRN_ASSIGN(casts, planCasts(tree, rows, uses, rules.casts));
    StoragePlan plan;
    plan.unusedRules = rules.casts.unusedRules();
    CAIRN_ASSIGN(tied, findTied(tree, rows, uses, rules.ties, casts, progress));
    plan.tied = std::move(tied.storages);
    plan.ties = std::move(tied.ties);
    plan.unusedRules.insert(plan.unusedRules.end(), tied.unused.begin(), tied.unused.end());
    takeTied(plan.tied, uses);
    const std::vector<Reach> reach = reachOf(uses, storages.size());
    const bool sameKeys = keepsKeys(tree, uses, rules.container);

    plan.classesLeftOut = uses.classesWithCode.size();
    std::vector<std::uint32_t> newIds(storages.size(), kNoId);
    for (const StorageId id : firstUses(uses, storages.size())) {
        const Storage& old = storages[id];
        NewStorage storage;
        storage.source = id;
        storage.key = sameKeys ? std::string(tree.rows().storageKey(old)) : std::to_string(plan.storages.size());
        storage.from = old.dtype;
        storage.castTo = casts[id];
        storage.sourceBytes = old.bytes;
        if (rules.compact && !uses.bare[id]) {
            storage.begin = reach[id].begin - reach[id].begin % reach[id].itemBytes;
            storage.sourceBytes = reach[id].end - storage.begin;
            plan.bytesCut += old.bytes - storage.sourceBytes;
        }
        storage.tensor = nameFor(tree.rows(), rows, id);
        size(storage);
        plan.dataBytes += storage.bytes;
        newIds[id] = static_cast<std::uint32_t>(plan.storages.size());
        plan.storages.push_back(std::move(storage));
    }
    for (StorageId id = 0; id < storages.size(); ++id) {
        if (newIds[keptOf(plan.tied, id)] != kNoId || storages[id].source == kNoId) {
            continue;
        }
        if (!nameFor(tree.rows(), rows, id).empty()) {
            plan.nested.push_back(id);
        } else {
            ++plan.storagesLeftOut;
            plan.bytesLeftOut += storages[id].bytes;
        }
    }
    CAIRN_TRY(editReferences({tree, uses, plan, newIds, rules.container}, edit));
    return plan;
}

} // namespace cairn::convert
