#include "app/cli/load_file.h"

#include "core/devices/device_string.h"
#include "core/devices/map_edit.h"
#include "core/devices/placement.h"

#include <algorithm>
#include <sys/resource.h>

namespace cairn::cli {

using checkpoint::Checkpoint;
using devices::DeviceInventory;
using devices::LoadProblem;
using devices::MapLocation;
using devices::Placement;
using devices::Preflight;
using devices::TorchLine;

namespace {

TorchLine lineOf(const std::string& version)
{
    if (version.starts_with("1.")) {
        return TorchLine::Torch113;
    }
    const std::size_t dot = version.find('.');
    const int minor = dot == std::string::npos ? 0 : std::atoi(version.c_str() + dot + 1);
    constexpr int lastOfOldLine = 6;
    return version.starts_with("2.") && minor <= lastOfOldLine ? TorchLine::Torch26 : TorchLine::Latest;
}

/// The machine has the device, and LibTorch can use it.
bool isUsable(const std::string& target, const DeviceInventory& machine, const runtime::Module& module)
{
    const std::string device = devices::canonicalDevice(target);
    const std::string backend(devices::backendOf(device));
    if (backend == "cpu" || backend == "meta") {
        return true;
    }
    const int count = module.interface().deviceCount(backend.c_str());
    return machine.has(device) && count > 0 && devices::indexOf(device).value_or(0) < static_cast<unsigned>(count);
}

MapLocation withFallback(const Checkpoint& checkpoint, const LoadChoice& choice, const DeviceInventory& machine,
                         const runtime::Module& module)
{
    if (choice.fallback.empty()) {
        return choice.map;
    }
    std::vector<std::string> absent;
    const Placement placement = devices::placeStorages(checkpoint, choice.map, &machine);
    std::ranges::copy_if(placement.targets(), std::back_inserter(absent),
                         [&](const std::string& target) { return !isUsable(target, machine, module); });
    return absent.empty() ? choice.map
                          : devices::redirect(choice.map, absent, checkpoint.deviceTags(), choice.fallback);
}

/// A problem of torch.load that Cairn does not have: it puts every storage where the map says, also those in nested
/// bytes and TorchScript, and knows "cpu:0".
bool isTorchsAlone(const LoadProblem& problem, const DeviceInventory& machine, const runtime::Module& module)
{
    if (problem.code == "map.ignored" || problem.code == "map.script") {
        return true;
    }
    return problem.code.starts_with("device.") && problem.code != "device.memory" &&
           std::ranges::all_of(problem.targets,
                               [&](const std::string& target) { return isUsable(target, machine, module); });
}

/// The one device of a TorchScript archive by a map; nothing if it goes to several, which torch::jit::load cannot do.
std::optional<std::string> scriptDevice(const Checkpoint& checkpoint, const MapLocation& map,
                                        const Placement& placement)
{
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

/// The failure of reading a file names it already.
Error placed(Error failure, const std::string& path)
{
    return failure.where.starts_with(path) ? std::move(failure) : std::move(failure).in(path);
}

std::uint64_t peakMemory()
{
    rusage usage{};
    constexpr std::uint64_t kibibyte = 1024;
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * kibibyte : 0;
}

} // namespace

Result<std::variant<LoadRefusal, LoadDone>> loadFile(const checkpoint::CheckpointPtr& checkpoint,
                                                     const LoadChoice& choice, const DeviceInventory& machine,
                                                     const runtime::Module& module, Progress& progress)
{
    const MapLocation map = withFallback(*checkpoint, choice, machine, module);
    const TorchLine line = lineOf(module.torchVersion());
    Preflight preflight = devices::preflight(*checkpoint, map, machine, line);
    std::vector<LoadProblem> beyondTorch;
    for (const LoadProblem& problem : preflight.problems) {
        if (problem.severity != Severity::Error) {
            continue;
        }
        if (choice.strict || !isTorchsAlone(problem, machine, module)) {
            return LoadRefusal{.map = map, .line = line, .preflight = std::move(preflight)};
        }
        beyondTorch.push_back(problem);
    }
    LoadDone done;
    const Placement placement = devices::placeStorages(*checkpoint, map, &machine);
    done.plan = std::make_unique<devices::LoadPlan>(checkpoint, placement);
    const auto device = checkpoint->format() == checkpoint::Format::TorchScript
                            ? scriptDevice(*checkpoint, map, placement)
                            : std::nullopt;
    auto outcome = device ? runtime::loadScript(module, *done.plan, *device, progress)
                          : runtime::load(module, *done.plan, machine, progress);
    if (!outcome) {
        return fail(placed(std::move(outcome).error(), checkpoint->path()));
    }
    done.report = std::make_unique<LoadReport>(LoadReport{.plan = *done.plan,
                                                          .machine = machine,
                                                          .torchVersion = module.torchVersion(),
                                                          .isScript = device.has_value(),
                                                          .outcome = std::move(*outcome),
                                                          .check = {},
                                                          .beyondTorch = std::move(beyondTorch),
                                                          .peakMemoryBytes = peakMemory()});
    if (choice.checkValues) {
        auto check = checkValues(*checkpoint, done.report->outcome.tensors, progress);
        if (!check) {
            return fail(placed(std::move(check).error(), checkpoint->path()));
        }
        done.report->check = std::move(*check);
    }
    return done;
}

} // namespace cairn::cli
