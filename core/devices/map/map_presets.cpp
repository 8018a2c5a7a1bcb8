#include "core/devices/map/map_presets.h"

#include "core/devices/machine/device_string.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/rule_merge.h"
#include "core/devices/map/training_memory.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace cairn::devices {

using checkpoint::Checkpoint;

namespace {

std::uint64_t bytesOf(const Checkpoint& checkpoint)
{
    std::uint64_t bytes = 0;
    for (const checkpoint::Storage& storage : checkpoint.storages()) {
        bytes += storage.bytes;
    }
    return bytes;
}

/// Whether every GPU has room for what a map sends there.
bool fitsGpus(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine,
              const std::optional<TrainingPlan>& plan)
{
    std::map<std::string_view, std::uint64_t> bytes; // by device
    const Placement placed = placeStorages(checkpoint, map);
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        bytes[placed.target(id)] += bytesInDtype(checkpoint, id, dtypeOf(plan));
    }
    return std::ranges::all_of(bytes, [&machine](const auto& use) {
        const Device* device = machine.find(use.first);
        return device == nullptr || use.first == "cpu" || device->totalBytes == 0 || use.second <= device->freeBytes;
    });
}

} // namespace

MapLocation toFirstFreeGpu(const Checkpoint& checkpoint, const DeviceInventory& machine)
{
    const std::uint64_t bytes = bytesOf(checkpoint);
    bool hasGpu = false;
    for (const Backend& backend : machine.backends) {
        for (const Device& device : backend.devices) {
            hasGpu = true;
            if (device.totalBytes == 0 || device.freeBytes >= bytes) {
                return MapLocation({{"*", device.tag, {"cpu"}}});
            }
        }
    }
    return hasGpu ? MapLocation::everythingTo("cpu") : MapLocation({{"*", "cuda:0", {"cpu"}}});
}

MapLocation collapseCuda(const std::string& device)
{
    return MapLocation(std::vector<MapRule>{{"cuda:*", device}});
}

MapLocation shiftIndicesDown(std::span<const std::string> tags)
{
    std::map<std::string_view, std::set<unsigned>> used; // by backend
    for (const std::string& tag : tags) {
        const bool isNumbered = tag.find(':') != std::string::npos && indexOf(tag);
        const bool isBackend = tag != "cpu" && tag != "meta";
        if (isNumbered || isBackend) {
            used[backendOf(tag)].insert(indexOf(tag).value_or(0));
        }
    }
    std::vector<MapRule> rules;
    for (const std::string& tag : tags) {
        const auto index = indexOf(tag);
        if (index && tag.find(':') != std::string::npos) {
            const std::set<unsigned>& all = used[backendOf(tag)];
            const auto rank = static_cast<std::size_t>(std::distance(all.begin(), all.find(*index)));
            if (rank != *index) {
                rules.push_back({tag, std::string(backendOf(tag)) + ':' + std::to_string(rank)});
            }
        }
    }
    return rules.empty() ? MapLocation() : MapLocation(std::move(rules));
}

MapLocation balanceByMemory(const Checkpoint& checkpoint, const DeviceInventory& machine,
                            const std::optional<TrainingPlan>& plan)
{
    std::vector<std::string> devices;
    for (const Backend& backend : machine.backends) {
        for (const Device& device : backend.devices) {
            devices.push_back(device.tag);
        }
    }
    if (devices.empty()) {
        return MapLocation::everythingTo("cpu");
    }
    MapLocation shares = balance(checkpoint, machine, devices, plan);
    if (fitsGpus(checkpoint, shares, machine, plan)) {
        return mergeByName(checkpoint, inFewerRules(checkpoint, std::move(shares)));
    }
    devices.emplace_back("cpu");
    return mergeByName(checkpoint, inFewerRules(checkpoint, balance(checkpoint, machine, devices, plan)));
}

} // namespace cairn::devices
