#include "core/runtime/load.h"

#include "core/base/files/byte_source.h"
#include "core/base/text/text.h"
#include "core/devices/machine/device_string.h"
#include "core/runtime/load_host.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace cairn::runtime {

using devices::DeviceInventory;
using devices::LoadPlan;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What this LibTorch can use may be less than the machine has.
Result<void> checkDevice(const Module& module, const std::string& device, const DeviceInventory& machine)
{
    const std::string backend(devices::backendOf(device));
    if (backend == "cpu" || backend == "meta") {
        return {};
    }
    const int count = module.deviceCount(backend);
    if (count < 0) {
        return fail(error(ErrorCode::RuntimeDevice, message("nothing can go to %1", printable(device)))
                        .because(module.deviceProblem().empty()
                                     ? message("%1 was built without %2", printable(module.text()), printable(backend))
                                     : message("%1 was built without %2. %3", printable(module.text()),
                                               printable(backend), module.deviceProblem()))
                        .fix(message("Map it to the CPU with --map '*=cpu', or take a LibTorch that has it")));
    }
    const auto index = devices::indexOf(device).value_or(0);
    if (index >= static_cast<unsigned>(count)) {
        const std::string found = countOf(static_cast<unsigned>(count), "device");
        const Message absent = machine.whyAbsent(device);
        Message why = absent.empty() ? message("%1 finds %2", printable(module.text()), found)
                                     : message("%1 finds %2: %3", printable(module.text()), found, absent);
        return fail(error(ErrorCode::RuntimeDevice, message("%1 is not available", printable(device)))
                        .because(std::move(why))
                        .fix(message("Map it elsewhere with --map, or use --fallback cpu")));
    }
    return {};
}

/// Linux hands out memory that it does not have, and ends a process that believes it.
Result<void> checkMemory(const LoadPlan& plan, const DeviceInventory& machine)
{
    const auto devices = plan.devices();
    const auto cpu = static_cast<std::uint32_t>(std::ranges::find(devices, "cpu") - devices.begin());
    if (machine.cpu.totalBytes == 0) {
        return {};
    }
    std::uint64_t placed = 0;
    for (std::uint32_t id = 0; id < plan.storages().size(); ++id) {
        const devices::StorageOrder& storage = plan.storages()[id];
        if (storage.device != cpu) {
            continue;
        }
        if (storage.bytes > machine.cpu.freeBytes - std::min(placed, machine.cpu.freeBytes)) {
            return fail(noSpace(plan, id, "cpu", placed, machine));
        }
        placed += storage.bytes;
    }
    return {};
}

std::uint32_t threadsFor(const LoadPlan& plan, const DeviceInventory& machine)
{
    constexpr std::uint64_t littleBytes = std::uint64_t{32} << 20;
    return plan.bytes() < littleBytes ? 1 : std::max(machine.cores, 1U);
}

/// Where the tensors of a TorchScript module are.
std::vector<DeviceLoad> devicesOf(const LoadPlan& plan, const LoadedTensors& tensors, double seconds)
{
    std::vector<DeviceLoad> found;
    std::set<std::uint32_t> seen;
    for (std::uint32_t id = 0; id < plan.tensors().size(); ++id) {
        const auto facts = tensors.describe(id);
        const std::uint32_t storage = plan.tensors()[id].storage;
        if (!facts || storage == kNoIndex || !seen.insert(storage).second) {
            continue;
        }
        auto device = std::ranges::find(found, facts->device, &DeviceLoad::device);
        if (device == found.end()) {
            device = found.insert(device, DeviceLoad{.device = facts->device, .seconds = seconds});
        }
        ++device->storages;
        device->bytes += device->device == "meta" ? 0 : plan.storages()[storage].bytes;
        device->peakBytes = device->bytes;
    }
    return found;
}

std::uint64_t sumOf(const std::vector<DeviceLoad>& devices)
{
    std::uint64_t bytes = 0;
    for (const DeviceLoad& device : devices) {
        bytes += device.bytes;
    }
    return bytes;
}

/// As people count: a sparse tensor is one, whatever it is made of.
std::uint64_t countOfLoaded(const LoadPlan& plan, const std::vector<NotLoaded>& notLoaded)
{
    const auto tensors = plan.checkpoint().tensors();
    const auto isWhole = [](const checkpoint::Tensor& tensor) { return !tensor.part; };
    const auto all = std::ranges::count_if(tensors, isWhole);
    const auto missing =
        std::ranges::count_if(notLoaded, [&](const NotLoaded& one) { return isWhole(tensors[one.tensor]); });
    return static_cast<std::uint64_t>(all - missing);
}

} // namespace

Result<LoadOutcome> load(const Module& module, const LoadPlan& plan, const DeviceInventory& machine, Progress& progress)
{
    const Clock::time_point begin = Clock::now();
    for (const std::string& device : plan.devices()) {
        CAIRN_TRY(checkDevice(module, device, machine));
    }
    CAIRN_TRY(checkMemory(plan, machine));
    LoadHost host(
        plan,
        [&plan](std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into) {
            return plan.read(storage, offset, into);
        },
        progress);
    std::vector<const char*> devices;
    for (const std::string& device : plan.devices()) {
        devices.push_back(device.c_str());
    }
    LoadOrder order;
    order.host = host.callbacks();
    order.devices = devices.data();
    order.deviceCount = static_cast<std::uint32_t>(devices.size());
    order.storages = plan.storages().data();
    order.storageCount = static_cast<std::uint32_t>(plan.storages().size());
    order.tensors = plan.tensors().data();
    order.tensorCount = static_cast<std::uint32_t>(plan.tensors().size());
    order.threads = threadsFor(plan, machine);
    progress.beginStage("loading", plan.bytes());
    auto loaded = module.load(order);
    if (loaded == nullptr) {
        return fail(host.failure());
    }
    LoadOutcome outcome{.tensors = LoadedTensors(std::move(loaded)),
                        .devices = host.takeDevices(),
                        .notLoaded = host.takeProblems(),
                        .notes = host.takeNotes(),
                        .seconds = secondsSince(begin)};
    outcome.tensorCount = countOfLoaded(plan, outcome.notLoaded);
    outcome.bytes = sumOf(outcome.devices);
    return outcome;
}

Result<LoadOutcome> loadScript(const Module& module, const LoadPlan& plan, const ScriptChoice& choice,
                               Progress& progress)
{
    const Clock::time_point begin = Clock::now();
    CAIRN_ASSIGN(file, FileSource::open(plan.checkpoint().path()));
    LoadHost host(
        plan,
        [&file](std::uint32_t /*storage*/, std::uint64_t offset, std::span<std::byte> into) {
            return file->readAt(offset, into);
        },
        progress);
    std::vector<std::string> names;
    std::vector<const char*> addresses;
    names.reserve(plan.tensors().size());
    addresses.reserve(plan.tensors().size());
    for (std::uint32_t id = 0; id < plan.tensors().size(); ++id) {
        names.push_back(plan.tensorName(id));
    }
    for (const std::string& name : names) {
        addresses.push_back(name.c_str());
    }
    ScriptOrder order;
    order.host = host.callbacks();
    order.archive = file->descriptor();
    order.mayBeUnconfined = choice.mayBeUnconfined;
    order.device = choice.device.empty() ? nullptr : choice.device.c_str();
    order.bytes = file->sizeBytes();
    order.names = addresses.data();
    order.tensorCount = static_cast<std::uint32_t>(names.size());
    progress.beginStage("loading", file->sizeBytes());
    auto loaded = module.loadScript(order);
    if (loaded == nullptr) {
        return fail(host.failure());
    }
    LoadOutcome outcome{.tensors = LoadedTensors(std::move(loaded)),
                        .devices = {},
                        .notLoaded = host.takeProblems(),
                        .notes = host.takeNotes(),
                        .seconds = secondsSince(begin)};
    outcome.devices = devicesOf(plan, outcome.tensors, outcome.seconds);
    outcome.tensorCount = countOfLoaded(plan, outcome.notLoaded);
    outcome.bytes = sumOf(outcome.devices);
    return outcome;
}

} // namespace cairn::runtime
