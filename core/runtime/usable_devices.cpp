#include "core/runtime/usable_devices.h"

#include "core/base/text/text.h"
#include "core/runtime/open_module.h"

#include <algorithm>
#include <utility>

namespace cairn::runtime {

using devices::Backend;
using devices::DeviceInventory;

DeviceInventory withDevicesOf(const Module& module, DeviceInventory machine)
{
    for (Backend& backend : machine.backends) {
        const int count = module.deviceCount(backend.name);
        if (!backend.devices.empty() || count <= 0 || machine.machine != devices::kThisMachine) {
            continue;
        }
        const auto facts = backend.name == "cuda" ? module.askCuda() : std::nullopt;
        if (facts) {
            backend.devices = facts->devices;
        }
        backend.devices.resize(static_cast<std::size_t>(count)); // the runtime may have been asked a moment later
        for (int index = 0; index < count; ++index) {
            backend.devices[static_cast<std::size_t>(index)].tag = backend.name + ':' + std::to_string(index);
        }
        if (backend.state != devices::BackendState::NotServed && !backend.reason.empty()) {
            backend.reason = message("%1 finds what Cairn itself cannot: %2", printable(module.text()), backend.reason);
        }
        backend.state = devices::BackendState::Ready;
        backend.advice = {};
    }
    return machine;
}

DeviceInventory withUnseenDevices(DeviceInventory machine)
{
    if (std::ranges::none_of(machine.backends, &Backend::mayHaveUnseen)) {
        return machine;
    }
    const auto module = openModule();
    return module ? withDevicesOf(**module, std::move(machine)) : machine;
}

DeviceInventory machineHere()
{
    return withUnseenDevices(devices::thisMachine());
}

DeviceInventory usableBy(const Module& module, DeviceInventory machine)
{
    machine = withDevicesOf(module, std::move(machine));
    for (Backend& backend : machine.backends) {
        if (backend.devices.empty()) {
            continue;
        }
        const int count = module.deviceCount(backend.name);
        if (count > 0) {
            backend.devices.resize(std::min(backend.devices.size(), static_cast<std::size_t>(count)));
            continue;
        }
        const auto facts = count == 0 && backend.name == "cuda" ? module.askCuda() : std::nullopt;
        const Message why =
            facts && facts->asked ? devices::explainCuda(*facts).reason : verbatim(module.deviceProblem());
        backend.reason = count < 0 ? message("%1 was built without %2", printable(module.text()), backend.name)
                                   : message("%1 finds no device of %2", printable(module.text()), backend.name);
        if (!why.empty()) {
            backend.reason = message("%1: %2", std::move(backend.reason), why);
        }
        backend.advice = message("Take a LibTorch that can use %1, see `cairn-cli devices`", backend.name);
        backend.state = devices::BackendState::Failed;
        backend.devices.clear();
    }
    return machine;
}

} // namespace cairn::runtime
