#include "core/base/text.h"
#include "core/devices/load_groups.h"
#include "core/devices/preflight.h"

#include <algorithm>

namespace cairn::devices {

using checkpoint::Checkpoint;

namespace {

void addPeak(LoadPath& path, const DeviceInventory& machine, const std::string& device, std::uint64_t bytes)
{
    if (bytes == 0) {
        return;
    }
    auto use = std::ranges::find(path.peaks, device, &DeviceUse::device);
    if (use == path.peaks.end()) {
        use = path.peaks.insert(use, DeviceUse());
        use->device = device;
        if (const Device* there = machine.find(device); there != nullptr && there->totalBytes != 0) {
            use->freeBytes = there->freeBytes;
            use->totalBytes = there->totalBytes;
        }
    }
    use->peakBytes += bytes;
}

/// The step that restores the groups; false if one of them cannot be.
void restoreStep(LoadPath& path, const LoadGroups& groups, const DeviceInventory& machine)
{
    std::uint64_t largestMoved = 0;
    for (const LoadGroup& group : groups.groups) {
        const std::string& device = group.restored.device;
        if (group.restored.problem != Restored::Problem::None) {
            path.works = false;
            path.failure = path.failure.empty() ? "RuntimeError: " + group.restored.message : path.failure;
            continue;
        }
        if (device != "cpu" && device != "meta") {
            path.transferredBytes += group.bytes;
            largestMoved = std::max(largestMoved, group.largestBytes);
        }
        addPeak(path, machine, device, device == "meta" ? 0 : group.bytes);
    }
    addPeak(path, machine, "cpu", largestMoved);
}

void checkRoom(LoadPath& path)
{
    for (const DeviceUse& use : path.peaks) {
        if (path.works && use.freeBytes && use.peakBytes > *use.freeBytes && use.device != "cpu") {
            path.works = false;
            path.failure = use.device + " has " + humanBytes(*use.freeBytes) + " free, but needs " +
                           humanBytes(use.peakBytes) + " at one moment";
        }
    }
}

} // namespace

std::vector<LoadPath> compareLoadPaths(const Checkpoint& checkpoint, const std::string& device,
                                       const DeviceInventory& machine, TorchLine line)
{
    LoadPath then;
    then.python = "torch.load(file).to(\"" + device + "\")";
    const LoadGroups saved = groupByLocation(checkpoint, MapLocation(), machine, line);
    then.steps = {"read each storage and put it on the device it was saved on", "copy each to " + device};
    restoreStep(then, saved, machine);
    const Restored end = restoreLocation(device, line, machine);
    if (then.works && end.problem != Restored::Problem::None) {
        then.works = false;
        then.failure = "RuntimeError: " + end.message;
    }
    for (const LoadGroup& group : saved.groups) {
        if (then.works && group.restored.device != end.device && group.restored.device != "meta") {
            then.transferredBytes += group.bytes;
            addPeak(then, machine, end.device, group.bytes);
        }
    }
    checkRoom(then);

    LoadPath direct;
    direct.python = "torch.load(file, map_location=\"" + device + "\")";
    direct.steps = {"read each storage and put it on " + device};
    restoreStep(direct, groupByLocation(checkpoint, MapLocation::device(device), machine, line), machine);
    checkRoom(direct);
    return {std::move(then), std::move(direct)};
}

} // namespace cairn::devices
