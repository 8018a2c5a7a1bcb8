#include "core/devices/map/state_dict.h"

#include "core/base/stable_sort.h"
#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;

namespace {

bool isStateDict(const Checkpoint& checkpoint, const Entry& group)
{
    if (group.kind != EntryKind::Group || group.childCount == 0 || !checkpoint::isDictionary(checkpoint, group)) {
        return false;
    }
    const auto rows = checkpoint.entries().subspan(group.firstChild, group.childCount);
    return std::ranges::all_of(rows,
                               [](const Entry& row) {
                                   return row.attribute ||
                                          (row.kind == EntryKind::Tensor && row.keyKind == KeyRef::Kind::Text);
                               }) &&
           std::ranges::any_of(rows, [](const Entry& row) { return !row.attribute; });
}

/// Groups right under the root, those of models first, and which rows belong to no model. Nothing where more tensors
/// lie beside the groups.
struct GroupsAtTop {
    std::vector<EntryId> ids;
    LargeVector<std::uint8_t> beside;
};

GroupsAtTop groupsAtTop(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    const Entry& root = entries.front();
    GroupsAtTop found;
    std::uint64_t inGroups = 0;
    for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
        const Entry& row = entries[id];
        if (row.keyKind == KeyRef::Kind::Text && !row.attribute && isStateDict(checkpoint, row)) {
            found.ids.push_back(id);
            inGroups += row.childCount;
        }
    }
    if (found.ids.empty()) {
        return found;
    }
    found.beside = checkpoint::rowsBesideModel(checkpoint);
    std::uint64_t outside = 0; // right beside the groups
    for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
        outside += entries[id].kind == EntryKind::Tensor && found.beside[id] == 0 ? 1U : 0U;
    }
    if (outside > inGroups) {
        found.ids.clear();
    }
    stableSort(found.ids, [&](EntryId a, EntryId b) {
        return found.beside[entries[a].firstChild] < found.beside[entries[b].firstChild];
    });
    return found;
}

} // namespace

std::vector<EntryId> plainStateDicts(const Checkpoint& checkpoint)
{
    return isStateDict(checkpoint, checkpoint.entries().front()) ? std::vector<EntryId>{0}
                                                                 : groupsAtTop(checkpoint).ids;
}

EntryId plainStateDict(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    if (isStateDict(checkpoint, entries.front())) {
        return 0;
    }
    const GroupsAtTop all = groupsAtTop(checkpoint);
    const auto largest = std::ranges::max_element(all.ids, {}, [&](EntryId id) {
        return std::pair(all.beside[entries[id].firstChild] == 0, entries[id].childCount);
    });
    return largest == all.ids.end() ? checkpoint::kNoId : *largest;
}

} // namespace cairn::devices
