#include "core/devices/placement.h"

#include "core/base/text.h"
#include "core/devices/entry_names.h"

#include <algorithm>
#include <unordered_map>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Storage;
using checkpoint::StorageId;
using checkpoint::Tensor;

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
                target = idOf(targetOf({.tag = m_checkpoint.deviceTag(storage.device), .path = {}}));
            }
            m_result.m_ofStorage.push_back(target);
        }
    }

    void byView()
    {
        const auto bare = bareStorages();
        for (StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            m_ids.clear();
            m_entries.clear();
            const Storage& storage = m_checkpoint.storages()[id];
            for (const checkpoint::TensorId tensorId : m_checkpoint.tensorsOf(id)) {
                const Tensor& tensor = m_checkpoint.tensors()[tensorId];
                view(storage, tensor.entry, tensor.dtype);
            }
            if (const auto entries = bare.equal_range(id); entries.first != entries.second) {
                for (auto entry = entries.first; entry != entries.second; ++entry) {
                    view(storage, entry->second, storage.dtype);
                }
            }
            if (m_ids.empty()) {
                view(storage, kNoId, storage.dtype);
            }
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
        m_ids.push_back(idOf(targetOf(
            {.tag = m_checkpoint.deviceTag(storage.device), .path = path, .dtype = dtype, .bytes = storage.bytes})));
    }

    [[nodiscard]] std::string_view targetOf(const StorageView& storage) const
    {
        if (m_map.kind() != MapKind::Rules) {
            return m_map.target(storage.tag);
        }
        const MapRule* rule = m_map.ruleFor(storage);
        if (rule == nullptr || rule->to.empty()) {
            return storage.tag;
        }
        if (m_machine != nullptr && !m_machine->has(rule->to)) {
            const auto other =
                std::ranges::find_if(rule->otherwise, [&](const std::string& tag) { return m_machine->has(tag); });
            return other == rule->otherwise.end() ? rule->to : *other;
        }
        return rule->to;
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

    /// Storages saved as values of their own, by the rows that show them.
    [[nodiscard]] std::unordered_multimap<StorageId, EntryId> bareStorages() const
    {
        std::unordered_multimap<StorageId, EntryId> found;
        for (EntryId id = 0; id < m_checkpoint.entries().size(); ++id) {
            const checkpoint::Entry& entry = m_checkpoint.entries()[id];
            if (entry.kind == EntryKind::Storage) {
                found.emplace(static_cast<StorageId>(entry.payload), id);
            }
        }
        return found;
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
