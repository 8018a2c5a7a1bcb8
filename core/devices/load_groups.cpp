#include "core/devices/load_groups.h"

#include "core/devices/machine/device_string.h"

#include <algorithm>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Storage;
using checkpoint::StorageId;

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// What torch.jit.load makes of a saved tag. It looks at the map_location first; then c10::Device reads the tag, though
/// it is replaced; meta stays.
Restored restoreScript(std::string_view tag, std::string_view target, bool isMapped, TorchLine line,
                       const DeviceInventory& machine)
{
    Restored restored = restoreLocation(backendOf(target) == "cpu" ? "cpu" : target, line, machine);
    if (isMapped && restored.problem != Restored::Problem::None) {
        return restored;
    }
    if (const std::string message = deviceStringError(tag, line); !message.empty()) {
        const bool isWord = parseDeviceString(tag).problem == DeviceString::Problem::None;
        return {.problem = isWord ? Restored::Problem::UnknownTag : Restored::Problem::Malformed,
                .device = {},
                .message = message};
    }
    if (tag == "meta") {
        return {.problem = Restored::Problem::None, .device = "meta", .message = {}};
    }
    if (restored.problem != Restored::Problem::None) {
        std::string backend(backendOf(tag));
        std::ranges::transform(backend, backend.begin(),
                               [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
        restored.raises = "NotImplementedError";
        restored.message = "Could not run 'aten::empty_strided' with arguments from the '" + backend + "' backend.";
    }
    return restored;
}

} // namespace

LoadGroups groupByLocation(const Checkpoint& checkpoint, const MapLocation& map, Placement placement,
                           const DeviceInventory& machine, TorchLine line)
{
    LoadGroups result;
    result.placement = std::move(placement);
    const bool isScript = checkpoint.traits().loader == checkpoint::Loader::TorchJitLoad;
    // TorchScript reads the tag too, so there it keeps groups apart; storages in blobs go by their tags alone.
    const std::size_t tags = checkpoint.deviceTags().size();
    std::vector<std::size_t> ofTarget(result.placement.targets().size() * (isScript ? tags : 1), kNone);
    std::vector<std::size_t> ofBlob(tags, kNone);
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const Storage& storage = checkpoint.storages()[id];
        const bool inBlob = checkpoint.liesInBlob(storage);
        const std::size_t target = result.placement.targetId(id);
        std::size_t& index =
            inBlob ? ofBlob[storage.device] : ofTarget[isScript ? target * tags + storage.device : target];
        if (index == kNone) {
            index = result.groups.size();
            const std::string_view tag = checkpoint.deviceTag(storage.device);
            LoadGroup group;
            group.location = inBlob ? tag : result.placement.target(id);
            group.ignoresMap = inBlob;
            group.restored = isScript ? restoreScript(tag, group.location, map.kind() != MapKind::None, line, machine)
                                      : restoreLocation(group.location, line, machine);
            const bool isUnread = group.restored.problem == Restored::Problem::UnknownTag ||
                                  group.restored.problem == Restored::Problem::Malformed;
            if (isScript && isUnread) {
                group.location = tag; // no map helps
            }
            result.groups.push_back(std::move(group));
        }
        LoadGroup& group = result.groups[index];
        group.storages.push_back(id);
        group.bytes += storage.bytes;
        group.largestBytes = std::max(group.largestBytes, storage.bytes);
    }
    return result;
}

} // namespace cairn::devices
