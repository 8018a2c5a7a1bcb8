#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

/// One storage that rules would send to two places, for different tensors that look into it.
struct MapConflict {
    checkpoint::StorageId storage = checkpoint::kNoId;
    checkpoint::EntryId first = checkpoint::kNoId;
    checkpoint::EntryId second = checkpoint::kNoId;
    std::string firstTarget;
    std::string secondTarget;
    // The rules that decide, by index; kNoId: none does.
    std::uint32_t firstRule = checkpoint::kNoId;
    std::uint32_t secondRule = checkpoint::kNoId;
};

/// What one rule decides, and what it would but for rules before it. Storages count by the first of their tensors.
struct RuleUse {
    struct Shadow {
        std::size_t rule = 0;
        std::uint64_t storages = 0;
    };

    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
    bool fits = false;           ///< any tensor, the first of its storage or not
    std::vector<Shadow> shadows; ///< earlier rules, in order, that take storages which fit this one too
};

/// Where the storages of one checkpoint go by a map: one target each, for a storage is what a device holds.
class Placement {
public:
    /// Targets that storages go to, in order of first use.
    [[nodiscard]] std::span<const std::string> targets() const noexcept { return m_targets; }
    [[nodiscard]] std::uint32_t targetId(checkpoint::StorageId storage) const { return m_ofStorage[storage]; }
    [[nodiscard]] std::string_view target(checkpoint::StorageId storage) const
    {
        return m_targets[m_ofStorage[storage]];
    }
    /// The rule that decides, by index; kNoId: none does.
    [[nodiscard]] std::uint32_t rule(checkpoint::StorageId storage) const { return m_ruleOf[storage]; }
    /// Storages in a conflict go where the first of their tensors goes.
    [[nodiscard]] std::span<const MapConflict> conflicts() const noexcept { return m_conflicts; }

private:
    friend class Placer;

    std::vector<std::string> m_targets;
    std::vector<std::uint32_t> m_ofStorage;
    std::vector<std::uint32_t> m_ruleOf;
    std::vector<MapConflict> m_conflicts;
};

/// Resolves a map for every storage. `machine` decides between a rule's target and its fallbacks; without one the
/// target is taken.
[[nodiscard]] Placement placeStorages(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                      const DeviceInventory* machine = nullptr);

/// The same, and what each rule of the map takes, as asRules() lists them.
[[nodiscard]] Placement placeStorages(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                      const DeviceInventory* machine, std::vector<RuleUse>& uses);

/// The same, for writing: Unsupported if the map would send one storage to two devices.
[[nodiscard]] Result<Placement> placeWithoutConflict(const checkpoint::Checkpoint& checkpoint, const MapLocation& map);

/// Where one storage goes as one of its entries shows it, and where a rule sends what it takes of a tag.
[[nodiscard]] std::string_view targetOf(const MapLocation& map, const StorageView& storage,
                                        const DeviceInventory* machine = nullptr);
[[nodiscard]] std::string_view targetOf(const MapRule& rule, std::string_view tag, const DeviceInventory* machine);

/// The error that names the first conflict.
[[nodiscard]] Error conflictError(const checkpoint::Checkpoint& checkpoint, const MapConflict& conflict);

} // namespace cairn::devices
