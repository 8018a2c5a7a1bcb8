#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/devices/load_groups.h"
#include "core/devices/load_problems.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/preflight.h"

#include <algorithm>
#include <map>

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

void addTransfer(LoadPath& path, const std::string& from, const std::string& to, std::uint64_t bytes, bool fails)
{
    auto known = std::ranges::find_if(
        path.transfers, [&](const Transfer& one) { return one.from == from && one.to == to && one.fails == fails; });
    if (known == path.transfers.end()) {
        known = path.transfers.insert(known, {.from = from, .to = to, .bytes = 0, .fails = fails});
    }
    known->bytes += bytes;
}

/// The step that restores the groups; false if one of them cannot be.
void restoreStep(LoadPath& path, const LoadGroups& groups, const DeviceInventory& machine)
{
    std::uint64_t largestMoved = 0;
    for (const LoadGroup& group : groups.groups) {
        const std::string& device = group.restored.device;
        const bool fails = group.restored.problem != Restored::Problem::None;
        addTransfer(path, "disk", fails ? group.location : device, group.bytes, fails);
        if (fails) {
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

/// The step that moves what was restored by its tags to where the map sends it.
void moveStep(LoadPath& path, const Checkpoint& checkpoint, const LoadGroups& saved, const LoadGroups& mapped,
              const DeviceInventory& machine)
{
    std::vector<std::size_t> endOf(checkpoint.storages().size());
    for (std::size_t end = 0; end < mapped.groups.size(); ++end) {
        for (const checkpoint::StorageId id : mapped.groups[end].storages) {
            endOf[id] = end;
        }
    }
    for (const LoadGroup& group : saved.groups) {
        std::map<std::size_t, std::uint64_t> bytesTo;
        for (const checkpoint::StorageId id : group.storages) {
            bytesTo[endOf[id]] += checkpoint.storages()[id].bytes;
        }
        const std::string& from = group.restored.device;
        for (const auto& [index, bytes] : bytesTo) {
            const LoadGroup& end = mapped.groups[index];
            if (from == end.restored.device) {
                continue;
            }
            const bool isAbsent = end.restored.problem != Restored::Problem::None;
            const bool fails = isAbsent || from == "meta";
            addTransfer(path, from, isAbsent ? end.location : end.restored.device, bytes, fails);
            if (fails) {
                const std::string error = isAbsent ? "RuntimeError: " + end.restored.message
                                                   : "NotImplementedError: Cannot copy out of meta tensor; no data!";
                path.works = false;
                path.failure = path.failure.empty() ? error : path.failure;
                continue;
            }
            path.transferredBytes += bytes;
            addPeak(path, machine, end.restored.device, end.restored.device == "meta" ? 0 : bytes);
        }
    }
}

/// What fails though every device is there: the file itself, and tensors that torch cannot make on meta.
void failByFile(LoadPath& path, const Preflight& found)
{
    const auto problem = std::ranges::find_if(found.problems, [](const LoadProblem& one) {
        return one.severity == Severity::Error && (isOfFile(one.code) || one.code == ProblemCode::MetaUnsupported);
    });
    if (!path.works || problem == found.problems.end()) {
        return;
    }
    path.works = false;
    path.failure = problem->what.text();
    const bool isOfFile = problem->code != ProblemCode::MetaUnsupported;
    for (Transfer& transfer : path.transfers) {
        transfer.fails = isOfFile || transfer.to == "meta";
    }
}

void checkRoom(LoadPath& path)
{
    for (const DeviceUse& use : path.peaks) {
        const bool isCpu = use.device == "cpu"; // the system can make room in its own memory, up to all of it
        const std::optional<std::uint64_t> room = isCpu ? use.totalBytes : use.freeBytes;
        if (path.works && room && use.peakBytes > *room) {
            path.works = false;
            path.failure = use.device + " has " + humanBytes(*room) + (isCpu ? "" : " free") + ", but needs " +
                           humanBytes(use.peakBytes) + " at one moment";
        }
    }
}

} // namespace

std::vector<LoadPath> compareLoadPaths(const Checkpoint& checkpoint, const std::string& device,
                                       const DeviceInventory& machine, TorchLine line)
{
    return compareLoadPaths(checkpoint, MapLocation::device(device), machine, line);
}

std::vector<LoadPath> compareLoadPaths(const Checkpoint& checkpoint, const MapLocation& map,
                                       const DeviceInventory& machine, TorchLine line)
{
    if (checkpoint.traits().loader != checkpoint::Loader::TorchLoad) { // which restores tensors by their tags
        return {};
    }
    const LoadGroups saved =
        groupByLocation(checkpoint, MapLocation(), placeStorages(checkpoint, {}, &machine), machine, line);
    const LoadGroups mapped = groupByLocation(checkpoint, map, placeStorages(checkpoint, map, &machine), machine, line);
    const auto targets = mapped.placement.targets();
    const bool isOne = targets.size() == 1;
    const std::string device = !isOne ? "..."
                               : isPlainDevice(targets.front())
                                   ? '"' + targets.front() + '"'
                                   : pythonStringRepr(targets.front(), targets.front().size());
    const std::string place = isOne ? printable(targets.front()) : "its target";

    const Preflight foundThen = findProblems(checkpoint, {}, saved.placement, machine, line);
    const Preflight foundDirect = findProblems(checkpoint, map, mapped.placement, machine, line);
    const bool isTrustAsked = std::ranges::count(foundDirect.problems, ProblemCode::FileTrust, &LoadProblem::code) != 0;
    const std::string more = isTrustAsked ? ", weights_only=False" : "";

    LoadPath then;
    then.python = "torch.load(file" + more + ").to(" + device + ')';
    then.steps = {"read each storage and put it on the device it was saved on", "copy each to " + place};
    restoreStep(then, saved, machine);
    if (then.works) {
        moveStep(then, checkpoint, saved, mapped, machine);
    }
    failByFile(then, foundThen);
    checkRoom(then);

    LoadPath direct;
    direct.python = "torch.load(file, map_location=" + device + more + ')';
    direct.steps = {"read each storage and put it on " + place};
    restoreStep(direct, mapped, machine);
    failByFile(direct, foundDirect);
    checkRoom(direct);
    return {std::move(then), std::move(direct)};
}

} // namespace cairn::devices
