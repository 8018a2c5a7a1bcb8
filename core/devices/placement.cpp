#include "core/devices/placement.h"

#include "core/base/text.h"
#include "core/devices/entry_names.h"
#include "core/devices/storage_views.h"

#include <algorithm>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::Storage;
using checkpoint::StorageId;

/// Fills one Placement.
class Placer {
public:
    Placer(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory* machine)
        : m_checkpoint(checkpoint), m_map(map), m_machine(machine), m_names(checkpoint)
    {
    }

    Placement run()
    {
        m_result.m_ofStorage.reserve(m_checkpoint.storages().size());
        m_map.looksAtTagsOnly() ? byTag() : byView();
        return std::move(m_result);
    }

private:
    void byTag()
    {
        std::vector<std::uint32_t> ofTag(m_checkpoint.deviceTags().size(), kNoId);
        for (const Storage& storage : m_checkpoint.storages()) {
            std::uint32_t& target = ofTag[storage.device];
            if (target == kNoId) {
                target = idOf(targetOf(m_map, {.tag = m_checkpoint.deviceTag(storage.device), .path = {}}, m_machine));
            }
            m_result.m_ofStorage.push_back(target);
        }
    }

    void byView()
    {
        const StorageViews views(m_checkpoint);
        for (StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            m_ids.clear();
            m_entries.clear();
            const Storage& storage = m_checkpoint.storages()[id];
            views.of(id, [&](EntryId entry, formats::Dtype dtype) { view(storage, entry, dtype); });
            m_result.m_ofStorage.push_back(m_ids.front());
            const auto other = std::ranges::find_if(m_ids, [&](std::uint32_t to) { return to != m_ids.front(); });
            if (other != m_ids.end()) {
                m_result.m_conflicts.push_back({.storage = id,
                                                .first = m_entries.front(),
                                                .second = m_entries[static_cast<std::size_t>(other - m_ids.begin())],
                                                .firstTarget = m_result.m_targets[m_ids.front()],
                                                .secondTarget = m_result.m_targets[*other]});
            }
        }
    }

    void view(const Storage& storage, EntryId entry, formats::Dtype dtype)
    {
        const std::string path = entry == kNoId ? std::string() : m_names.of(entry);
        m_entries.push_back(entry);
        const StorageView seen{
            .tag = m_checkpoint.deviceTag(storage.device), .path = path, .dtype = dtype, .bytes = storage.bytes};
        m_ids.push_back(idOf(targetOf(m_map, seen, m_machine)));
    }

    std::uint32_t idOf(std::string_view target)
    {
        const auto known = std::ranges::find(m_result.m_targets, target);
        const auto id = static_cast<std::uint32_t>(known - m_result.m_targets.begin());
        if (known == m_result.m_targets.end()) {
            m_result.m_targets.emplace_back(target);
        }
        return id;
    }

    const Checkpoint& m_checkpoint;
    const MapLocation& m_map;
    const DeviceInventory* m_machine;
    EntryNames m_names;
    Placement m_result;
    // Of the storage at hand: the target of each view, and the row that shows it.
    std::vector<std::uint32_t> m_ids;
    std::vector<EntryId> m_entries;
};

std::string_view targetOf(const MapRule& rule, std::string_view tag, const DeviceInventory* machine)
{
    if (rule.to.empty()) {
        return tag;
    }
    if (machine != nullptr && !machine->has(rule.to)) {
        const auto other =
            std::ranges::find_if(rule.otherwise, [&](const std::string& one) { return machine->has(one); });
        return other == rule.otherwise.end() ? rule.to : *other;
    }
    return rule.to;
}

std::string_view targetOf(const MapLocation& map, const StorageView& storage, const DeviceInventory* machine)
{
    if (map.kind() != MapKind::Rules) {
        return map.target(storage.tag);
    }
    const MapRule* rule = map.ruleFor(storage);
    return rule == nullptr ? storage.tag : targetOf(*rule, storage.tag, machine);
}

Placement placeStorages(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory* machine)
{
    return Placer(checkpoint, map, machine).run();
}

Error conflictError(const Checkpoint& checkpoint, const MapConflict& conflict)
{
    return error(ErrorCode::Unsupported,
                 "the map sends storage " + quoted(checkpoint.storageKey(checkpoint.storages()[conflict.storage])) +
                     " to two devices: " + quoted(checkpoint.entryName(conflict.first)) + " to " +
                     conflict.firstTarget + ", " + quoted(checkpoint.entryName(conflict.second)) + " to " +
                     conflict.secondTarget)
        .because("Tensors that share memory are on one device")
        .fix("Give both the same rule");
}

} // namespace cairn::devices
