#include "core/devices/map/state_dict.h"

#include "core/base/stable_sort.h"
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
    const std::string_view type = checkpoint.typeName(group);
    if (group.kind != EntryKind::Group || group.childCount == 0 || (!type.ends_with("OrderedDict") && type != "dict")) {
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

} // namespace

std::vector<EntryId> plainStateDicts(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    const Entry& root = entries.front();
    if (isStateDict(checkpoint, root)) {
        return {0};
    }
    std::vector<EntryId> found;
    for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
        const Entry& row = entries[id];
        if (row.keyKind == KeyRef::Kind::Text && !row.attribute && isStateDict(checkpoint, row)) {
            found.push_back(id);
        }
    }
    if (found.empty()) {
        return found;
    }
    const LargeVector<std::uint8_t> beside = checkpoint::rowsBesideModel(checkpoint);
    std::uint64_t inGroups = 0;
    for (const EntryId id : found) {
        inGroups += entries[id].childCount;
    }
    std::uint64_t outside = 0; // right beside the groups
    for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
        outside += entries[id].kind == EntryKind::Tensor && beside[id] == 0 ? 1U : 0U;
    }
    if (outside > inGroups) {
        return {};
    }
    if (found.size() > 1) {
        stableSort(found,
                   [&](EntryId a, EntryId b) { return beside[entries[a].firstChild] < beside[entries[b].firstChild]; });
    }
    return found;
}

EntryId plainStateDict(const Checkpoint& checkpoint)
{
    const std::vector<EntryId> all = plainStateDicts(checkpoint);
    if (all.empty()) {
        return checkpoint::kNoId;
    }
    const auto entries = checkpoint.entries();
    const LargeVector<std::uint8_t> beside = checkpoint::rowsBesideModel(checkpoint);
    return *std::ranges::max_element(
        all, {}, [&](EntryId id) { return std::pair(beside[entries[id].firstChild] == 0, entries[id].childCount); });
}

} // namespace cairn::devices
