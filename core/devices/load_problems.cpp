#include "core/devices/load_problems.h"

#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"
#include "core/devices/file_problems.h"
#include "core/devices/load_groups.h"
#include "core/devices/machine/device_order.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/map/tensor_parts.h"
#include "core/devices/meta_problems.h"
#include "core/devices/python/python_snippet.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::PickleForm;

namespace {

/// Nothing where nothing stands in the way.
std::optional<ProblemCode> codeOf(const LoadGroup& group)
{
    if (group.ignoresMap && group.restored.problem != Restored::Problem::None) {
        return ProblemCode::MapIgnored;
    }
    switch (group.restored.problem) {
    case Restored::Problem::None: return std::nullopt;
    case Restored::Problem::UnknownTag: return ProblemCode::DeviceUnknown;
    case Restored::Problem::Malformed: return ProblemCode::DeviceMalformed;
    case Restored::Problem::NoModule: return ProblemCode::DeviceNoModule;
    case Restored::Problem::NotAvailable: return ProblemCode::DeviceNotAvailable;
    case Restored::Problem::NoSuchIndex: return ProblemCode::DeviceNoSuchIndex;
    }
    return std::nullopt;
}

constexpr Phrase kNoSuchName = phrase("torch.load knows no device of that name");

Message whyUnknown(const std::string& tag, const DeviceInventory& machine)
{
    const std::string_view backend = backendOf(tag);
    if (backend == "cpu" || backend == "meta") {
        return message("It must be %1, without an index", inQuotes(backend));
    }
    return machine.backend(backend) != nullptr ? machine.whyAbsent(tag) : Message(kNoSuchName);
}

void describe(LoadProblem& problem, const DeviceInventory& machine, TorchLine line)
{
    const Message devices = joinedNames(problem.targets);
    const std::string& first = problem.targets.front();
    const bool several = problem.targets.size() > 1;
    if (problem.code == ProblemCode::DeviceUnknown) {
        problem.what = message("%1 does not know the device %2", spokenTorchLine(line), devices);
        problem.cause = whyUnknown(first, machine);
    } else if (problem.code == ProblemCode::DeviceMalformed) {
        problem.what = several ? message("%1 are no device that torch can read", devices)
                               : message("%1 is no device that torch can read", devices);
        problem.cause = first.contains(':')
                            ? message("The index must be a number from 0 to 127, without signs and leading zeros")
                            : Message(kNoSuchName);
    } else {
        problem.what = several ? message("%1 are not available on %2", devices, machine.name())
                               : message("%1 is not available on %2", devices, machine.name());
        problem.cause = machine.whyAbsent(first);
        problem.advice = machine.adviceFor(first);
    }
    if (problem.code == ProblemCode::MapIgnored) {
        problem.cause =
            message("%1; these storages lie inside bytes that torch loads on their own, without the map_location",
                    std::move(problem.cause));
        problem.advice =
            message("Write a copy for this machine with `cairn-cli convert`, which changes tags there too");
    }
}

void addDeviceProblems(const LoadGroups& groups, const DeviceInventory& machine, TorchLine line, Preflight& result)
{
    for (const LoadGroup& group : groups.groups) {
        const auto code = codeOf(group);
        if (!code) {
            continue;
        }
        // What it raises for tensors without a storage depends on how it was built.
        const std::string text =
            group.storages.empty() ? std::string() : std::string(group.restored.raises) + ": " + group.restored.message;
        auto known = std::ranges::find_if(result.problems, [&](const LoadProblem& problem) {
            return problem.code == code && problem.torchError == text;
        });
        if (known == result.problems.end()) {
            known = result.problems.insert(known, LoadProblem());
            known->code = *code;
            known->torchError = text;
        }
        if (std::ranges::find(known->targets, group.location) == known->targets.end()) {
            known->targets.push_back(group.location);
        }
        known->storages.insert(known->storages.end(), group.storages.begin(), group.storages.end());
        known->bytes += group.bytes;
    }
    for (LoadProblem& problem : result.problems) {
        std::ranges::sort(problem.targets, deviceLess);
        describe(problem, machine, line);
    }
}

/// Whether torch.load moves tensors that have no storage but name a device: since 2.0, and in zips alone.
bool mapsNamedDevices(const Checkpoint& checkpoint, TorchLine line)
{
    return line != TorchLine::Torch113 && checkpoint.traits().pickle == PickleForm::ZipRecord;
}

/// Tensors that torch makes on the CPU and then moves to a device that they name: it must be there as for storages.
void addMovedTensors(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine,
                     TorchLine line, LoadGroups& groups)
{
    std::set<std::string> seen;
    for (const auto& [tag, count] : movedTensors(checkpoint)) {
        LoadGroup group;
        group.location = mapsNamedDevices(checkpoint, line) ? map.target(tag) : tag;
        if (seen.insert(group.location).second) {
            group.restored = restoreLocation(group.location, line, machine);
            groups.groups.push_back(std::move(group));
        }
    }
}

/// torch.load calls a function for storages alone; tensors that have none go by a device or a dict.
void addFunctionMap(const Checkpoint& checkpoint, const MapLocation& map, TorchLine line, Preflight& result)
{
    constexpr std::array<std::string_view, 3> makers = {"torch._utils._rebuild_wrapper_subclass",
                                                        "torch._utils._rebuild_device_tensor_from_cpu_tensor",
                                                        "torch._utils._rebuild_device_tensor_from_numpy"};
    const auto hasNoStorage = [&](const checkpoint::GlobalUse& global) {
        return std::ranges::find(makers, global.name) != makers.end();
    };
    if (map.kind() != MapKind::Rules || !mapsNamedDevices(checkpoint, line) ||
        std::ranges::none_of(checkpoint.globals(), hasNoStorage) ||
        mapLocationArgument(checkpoint, map).text != kMapFunction) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::MapFunction;
    problem.what =
        message("the map needs a function, which torch.load does not take for tensors without a storage of their own");
    problem.torchError = "RuntimeError: Callable map_location not supported with _rebuild_wrapper_subclass or "
                         "_rebuild_device_tensor_from_numpy";
    problem.cause = message("It has such tensors: wrapper subclasses, or those of XLA and similar devices");
    problem.advice = message("Write a copy with `cairn-cli convert` and the same map");
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        problem.storages.push_back(id);
        problem.bytes += checkpoint.storages()[id].bytes;
    }
    result.problems.push_back(std::move(problem));
}

void addConflicts(const Checkpoint& checkpoint, const Placement& placement, Preflight& result)
{
    if (placement.conflicts().empty()) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::MapConflict;
    const Error first = conflictError(checkpoint, placement.conflicts().front());
    problem.what = first.what;
    problem.cause = first.why;
    problem.advice = first.advice;
    for (const MapConflict& conflict : placement.conflicts()) {
        problem.storages.push_back(conflict.storage);
        problem.bytes += checkpoint.storages()[conflict.storage].bytes;
        for (const std::string& target : {conflict.firstTarget, conflict.secondTarget}) {
            if (std::ranges::find(problem.targets, target) == problem.targets.end()) {
                problem.targets.push_back(target);
            }
        }
    }
    result.problems.push_back(std::move(problem));
}

/// torch.jit.load takes one device for everything.
void addScriptMap(const Checkpoint& checkpoint, const LoadGroups& groups, const MapLocation& map, Preflight& result)
{
    if (checkpoint.traits().loader != checkpoint::Loader::TorchJitLoad || map.kind() == MapKind::None) {
        return;
    }
    std::vector<std::string> targets;
    bool isAsSaved = true;
    for (const LoadGroup& group : groups.groups) {
        if (group.storages.empty()) {
            continue;
        }
        const std::string_view tag = checkpoint.deviceTag(checkpoint.storages()[group.storages.front()].device);
        isAsSaved = isAsSaved && group.location == tag;
        if (tag != "meta" && std::ranges::find(targets, group.location) == targets.end()) {
            targets.push_back(group.location);
        }
    }
    const bool isTable = map.kind() == MapKind::Table;
    if (!isTable && (isAsSaved || targets.size() < 2)) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::MapScript;
    problem.what = targets.size() > 1
                       ? message("TorchScript goes to one device, but the map names %1", joinedNames(targets))
                       : message("TorchScript takes a device as its map, and no table");
    problem.torchError = "ValueError: map_location should be either None, string or torch.device, but got type: ";
    problem.torchError += isTable ? "<class 'dict'>" : "<class 'function'>";
    problem.cause = message("torch.jit.load takes no dict and no function");
    problem.targets = std::move(targets);
    for (const LoadGroup& group : groups.groups) {
        problem.storages.insert(problem.storages.end(), group.storages.begin(), group.storages.end());
        problem.bytes += group.bytes;
    }
    result.problems.push_back(std::move(problem));
}

void countDevices(const LoadGroups& groups, const DeviceInventory& machine, Preflight& result)
{
    std::uint64_t largestMoved = 0; // it is in memory before it is on its device
    for (const LoadGroup& group : groups.groups) {
        const bool fails = group.restored.problem != Restored::Problem::None;
        const std::string& name = fails ? group.location : group.restored.device;
        auto use = std::ranges::find(result.devices, name, &DeviceUse::device);
        if (use == result.devices.end()) {
            use = result.devices.insert(use, DeviceUse());
            use->device = name;
            use->isThere = !fails;
            const Device* device = fails ? nullptr : machine.find(name);
            if (device != nullptr && device->totalBytes != 0) {
                use->freeBytes = device->freeBytes;
                use->totalBytes = device->totalBytes;
            }
        }
        use->storages += group.storages.size();
        use->bytes += name == "meta" ? 0 : group.bytes;
        use->peakBytes = use->bytes;
        largestMoved = std::max(largestMoved, name == "cpu" ? 0 : group.largestBytes);
    }
    if (largestMoved == 0) {
        return;
    }
    auto cpu = std::ranges::find(result.devices, "cpu", &DeviceUse::device);
    if (cpu == result.devices.end()) {
        cpu = result.devices.insert(cpu, DeviceUse());
        cpu->device = "cpu";
        if (machine.cpu.totalBytes != 0) {
            cpu->freeBytes = machine.cpu.freeBytes;
            cpu->totalBytes = machine.cpu.totalBytes;
        }
    }
    cpu->peakBytes = cpu->bytes + largestMoved;
}

/// What torch.load can leave in the file: storages of zips, as they lie in them.
bool canBeMapped(const Checkpoint& checkpoint)
{
    return checkpoint.traits().pickle == PickleForm::ZipRecord;
}

/// What makes this file take less memory, and nothing that it has not.
Message memoryAdvice(const Checkpoint& checkpoint, bool isMapped)
{
    std::string options;
    const LargeVector<std::uint8_t> ofOptimizer = checkpoint::optimizerRows(checkpoint);
    if (std::ranges::find(ofOptimizer, 1) != ofOptimizer.end()) {
        options += " --drop-optimizer";
    }
    if (std::ranges::count(checkpoint.tensors(), formats::Dtype::Float32, &checkpoint::Tensor::dtype) != 0) {
        options += " --cast float32=bfloat16";
    }
    const std::string command = "cairn-cli convert " + shellFile(checkpoint.path()) + options + " -o small" +
                                (checkpoint.traits().hasOnlyTensors ? ".safetensors" : ".pth");
    Message advice = inARow(
        isMapped ? message("Load it with mmap=True, which torch has since 2.1: it reads from the file what is used")
                 : Message(),
        options.empty() ? Message() : message("Make the file smaller: %1", command));
    return advice.empty() ? message("Load it where there is more memory") : advice;
}

void addMemory(const LoadGroups& groups, const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    for (const DeviceUse& use : result.devices) {
        if (!use.freeBytes || !use.totalBytes || use.peakBytes <= *use.freeBytes) {
            continue;
        }
        const bool isCpu = use.device == "cpu";
        LoadProblem problem;
        problem.code = ProblemCode::DeviceMemory;
        // The system can make room in its own memory; what does not fit into a machine at all never loads.
        problem.severity = isCpu && use.peakBytes <= *use.totalBytes ? Severity::Warning : Severity::Error;
        problem.what = message("%1 needs %2, but has %3 free of %4", use.device, humanBytes(use.peakBytes),
                               humanBytes(*use.freeBytes), humanBytes(*use.totalBytes));
        const std::string_view torchError =
            line == TorchLine::Torch113 ? "torch.cuda.OutOfMemoryError: " : "torch.OutOfMemoryError: ";
        problem.torchError = isCpu ? "" : std::string(torchError) + "CUDA out of memory.";
        const bool isOnItsWay = use.bytes <= *use.freeBytes;
        problem.cause = isOnItsWay ? message("A storage is held whole in memory on its way to another device")
                                   : message("Every storage is held whole on its device");
        problem.advice = memoryAdvice(checkpoint, isCpu && line != TorchLine::Torch113 && canBeMapped(checkpoint));
        problem.targets = {use.device};
        problem.bytes = use.bytes;
        for (const LoadGroup& group : groups.groups) {
            const bool isThere = group.restored.device == use.device;
            std::ranges::copy_if(group.storages, std::back_inserter(problem.storages), [&](checkpoint::StorageId id) {
                return isOnItsWay ? !isThere && checkpoint.storages()[id].bytes > *use.freeBytes - use.bytes : isThere;
            });
        }
        result.problems.push_back(std::move(problem));
    }
}

void putErrorsFirst(std::vector<LoadProblem>& problems)
{
    std::vector<LoadProblem> ordered;
    for (const bool wantsErrors : {true, false}) {
        for (LoadProblem& problem : problems) {
            if ((problem.severity == Severity::Error) == wantsErrors) {
                ordered.push_back(std::move(problem));
            }
        }
    }
    problems = std::move(ordered);
}

} // namespace

Message joinedNames(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 6;
    constexpr std::size_t shownOfMany = 2;
    std::vector<std::string> printed;
    std::ranges::transform(names, std::back_inserter(printed), [](const std::string& name) { return printable(name); });
    return listOf(printed, names.size() > most ? shownOfMany : most);
}

Preflight findProblems(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine,
                       TorchLine line, FileTrust trust)
{
    return findProblems(checkpoint, map, placeStorages(checkpoint, map, &machine), machine, line, trust);
}

Preflight findProblems(const Checkpoint& checkpoint, const MapLocation& map, Placement placement,
                       const DeviceInventory& machine, TorchLine line, FileTrust trust)
{
    Preflight result;
    LoadGroups groups = groupByLocation(checkpoint, map, std::move(placement), machine, line);
    addMovedTensors(checkpoint, map, machine, line, groups);
    addDeviceProblems(groups, machine, line, result);
    addFileProblems(checkpoint, line, trust, result);
    addConflicts(checkpoint, groups.placement, result);
    addScriptMap(checkpoint, groups, map, result);
    addFunctionMap(checkpoint, map, line, result);
    addMetaProblems(checkpoint, groups, line, result);
    countDevices(groups, machine, result);
    std::ranges::sort(result.devices, deviceLess, &DeviceUse::device);
    addMemory(groups, checkpoint, line, result);
    putErrorsFirst(result.problems);
    result.placement = std::move(groups.placement);
    result.loads = std::ranges::none_of(result.problems,
                                        [](const LoadProblem& problem) { return problem.severity == Severity::Error; });
    return result;
}

bool loadsAsBFloat16(const Checkpoint& checkpoint, const Preflight& preflight)
{
    const auto isHalved = [&](checkpoint::StorageId id) {
        const auto tensors = checkpoint.tensorsOf(id);
        return !tensors.empty() && std::ranges::all_of(tensors, [&](checkpoint::TensorId tensor) {
            return checkpoint.tensors()[tensor].dtype == formats::Dtype::Float32;
        });
    };
    bool isShort = false;
    for (const LoadProblem& problem : preflight.problems) {
        if (problem.code != ProblemCode::DeviceMemory) {
            if (problem.severity == Severity::Error) {
                return false;
            }
            continue;
        }
        const auto use = std::ranges::find(preflight.devices, problem.targets.front(), &DeviceUse::device);
        std::uint64_t saved = 0;
        for (const checkpoint::StorageId id : problem.storages) {
            saved += isHalved(id) ? checkpoint.storages()[id].bytes / 2 : 0;
        }
        const bool isOnItsWay = use->bytes <= *use->freeBytes; // what is moved is short of room, and not what is there
        if (isOnItsWay || use->peakBytes - std::min(saved, use->peakBytes) > *use->freeBytes) {
            return false;
        }
        isShort = true;
    }
    return isShort;
}

bool loadsIfMapped(const Checkpoint& checkpoint, const Preflight& preflight)
{
    bool isShort = false;
    for (const LoadProblem& problem : preflight.problems) {
        const bool isMemory =
            problem.code == ProblemCode::DeviceMemory && problem.targets == std::vector<std::string>{"cpu"};
        if (!isMemory && problem.severity == Severity::Error) {
            return false;
        }
        isShort = isShort || isMemory;
    }
    return isShort && canBeMapped(checkpoint);
}

} // namespace cairn::devices
