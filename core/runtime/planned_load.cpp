#include "core/runtime/planned_load.h"

#include "core/base/text/text.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/placement.h"

#include <algorithm>

namespace cairn::runtime {

using checkpoint::Checkpoint;
using devices::Backend;
using devices::DeviceInventory;
using devices::LoadProblem;
using devices::MapLocation;
using devices::Placement;
using devices::Preflight;
using devices::TorchLine;

namespace {

bool isThere(const std::string& target, const DeviceInventory& usable)
{
    return usable.has(devices::canonicalDevice(target));
}

MapLocation withFallback(const Checkpoint& checkpoint, const LoadRequest& wish, const DeviceInventory& usable)
{
    if (wish.fallback.empty()) {
        return wish.map;
    }
    std::vector<std::string> absent;
    const Placement placement = placeStorages(checkpoint, wish.map, &usable);
    std::ranges::copy_if(placement.targets(), std::back_inserter(absent),
                         [&](const std::string& target) { return !isThere(target, usable); });
    return absent.empty() ? wish.map : devices::redirect(wish.map, absent, checkpoint.deviceTags(), wish.fallback);
}

/// A problem of torch.load that Cairn does not have: it puts every storage where the map says, also those in nested
/// bytes and TorchScript, knows "cpu:0", runs nothing, and loads what is whole in a damaged file or can be made on
/// meta. A set that lacks shards is none.
bool isTorchsAlone(const Checkpoint& checkpoint, const LoadProblem& problem, const MapLocation& map,
                   const DeviceInventory& usable, TorchLine line)
{
    // torch 1.13 does not map the devices of tensors without a storage.
    const bool isUnmapped = problem.storages.empty() && line == TorchLine::Torch113;
    if (problem.code == devices::ProblemCode::MapIgnored || problem.code == devices::ProblemCode::MapScript ||
        problem.code == devices::ProblemCode::MetaUnsupported) {
        return true;
    }
    if (devices::isOfFile(problem.code)) {
        return problem.code != devices::ProblemCode::FileDamaged || !checkpoint.traits().isSetOfFiles;
    }
    return devices::isOfDevice(problem.code) && problem.code != devices::ProblemCode::DeviceMemory &&
           std::ranges::all_of(problem.targets, [&](const std::string& target) {
               return isThere(std::string(isUnmapped ? map.target(target) : target), usable);
           });
}

/// The one device of a TorchScript archive by a map; nothing if it goes to several, which torch::jit::load cannot do.
std::optional<std::string> scriptDevice(const Checkpoint& checkpoint, const MapLocation& map,
                                        const Placement& placement)
{
    if (checkpoint.traits().loader != checkpoint::Loader::TorchJitLoad) {
        return std::nullopt;
    }
    if (map.kind() == devices::MapKind::None || placement.targets().empty()) {
        return std::string();
    }
    std::string device;
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        if (checkpoint.deviceTag(checkpoint.storages()[id].device) == "meta") {
            continue; // stays
        }
        const std::string target = devices::canonicalDevice(placement.target(id));
        if (!device.empty() && device != target) {
            return std::nullopt;
        }
        device = target;
    }
    return device;
}

} // namespace

std::variant<LoadRefusal, PlannedLoad> planLoad(const checkpoint::CheckpointPtr& checkpoint, const LoadRequest& wish,
                                                const DeviceInventory& usable, const Module& module)
{
    const MapLocation map = withFallback(*checkpoint, wish, usable);
    const TorchLine line = devices::torchLineByName(module.torchVersion()).value_or(TorchLine::Latest);
    Preflight preflight = devices::preflight(*checkpoint, map, usable, line);
    PlannedLoad planned;
    for (const LoadProblem& problem : preflight.problems) {
        if (problem.severity != Severity::Error) {
            planned.warnings.push_back(problem);
        } else if (!wish.strict && isTorchsAlone(*checkpoint, problem, map, usable, line)) {
            planned.beyondTorch.push_back(problem);
        } else {
            return LoadRefusal{.map = map, .line = line, .preflight = std::move(preflight)};
        }
    }
    if (wish.runsScriptCode) {
        planned.mayBeUnconfined = wish.mayBeUnconfined;
        planned.scriptDevice = scriptDevice(*checkpoint, map, preflight.placement);
    }
    planned.plan = std::make_unique<const devices::LoadPlan>(checkpoint, preflight.placement);
    return planned;
}

Result<LoadOutcome> runLoad(const Module& module, const PlannedLoad& planned, const DeviceInventory& usable,
                            Progress& progress)
{
    auto outcome =
        planned.scriptDevice
            ? loadScript(module, *planned.plan,
                         {.device = *planned.scriptDevice, .mayBeUnconfined = planned.mayBeUnconfined}, progress)
            : load(module, *planned.plan, usable, progress);
    const std::string& path = planned.plan->checkpoint().path();
    if (!outcome && !outcome.error().where.starts_with(path)) { // the failure of reading a file names it already
        return fail(std::move(outcome).error().in(path));
    }
    return outcome;
}

std::vector<devices::MapFix> waysAround(const devices::LoadPlan& failed, const MapLocation& map,
                                        const DeviceInventory& usable)
{
    DeviceInventory rest = usable;
    for (Backend& backend : rest.backends) {
        for (devices::Device& device : backend.devices) {
            if (std::ranges::find(failed.devices(), device.tag) != failed.devices().end()) {
                device.freeBytes = 0;
                device.totalBytes = std::max<std::uint64_t>(device.totalBytes, 1); // known, and full
            }
        }
    }
    for (const LoadProblem& problem : devices::preflight(failed.checkpoint(), map, rest).problems) {
        if (!problem.fixes.empty()) {
            return problem.fixes;
        }
    }
    return {};
}

} // namespace cairn::runtime
