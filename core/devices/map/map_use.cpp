#include "core/devices/map/map_use.h"

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Storage;
using checkpoint::StorageId;

std::vector<FlowUse> flowsOf(const Checkpoint& checkpoint, const Placement& placement)
{
    const std::size_t targets = placement.targets().size();
    std::vector<FlowUse> all(checkpoint.deviceTags().size() * targets);
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const Storage& storage = checkpoint.storages()[id];
        FlowUse& use = all[storage.device * targets + placement.targetId(id)];
        ++use.storages;
        use.bytes += storage.bytes;
    }
    std::vector<FlowUse> used;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].storages != 0) {
            all[i].flow = {checkpoint.deviceTags()[i / targets], placement.targets()[i % targets]};
            used.push_back(std::move(all[i]));
        }
    }
    return used;
}

std::vector<RuleUse> useOfRules(const Checkpoint& checkpoint, std::span<const MapRule> rules)
{
    std::vector<RuleUse> uses;
    (void)placeStorages(checkpoint, MapLocation(std::vector<MapRule>(rules.begin(), rules.end())), nullptr, uses);
    return uses;
}

} // namespace cairn::devices
