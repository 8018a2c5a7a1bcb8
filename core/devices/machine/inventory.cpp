#include "core/devices/machine/inventory.h"

#include "core/base/text/text.h"
#include "core/devices/machine/device_string.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::devices {

namespace {

struct StateName {
    BackendState state;
    std::string_view name;
};

constexpr std::array kStates = {
    StateName{BackendState::Ready, "ready"},
    StateName{BackendState::NoDriver, "no-driver"},
    StateName{BackendState::NoDevice, "no-device"},
    StateName{BackendState::Hidden, "hidden"},
    StateName{BackendState::DriverTooOld, "driver-too-old"},
    StateName{BackendState::Failed, "failed"},
    StateName{BackendState::NotAsked, "not-asked"},
    StateName{BackendState::NotServed, "not-served"},
    StateName{BackendState::NotThere, "not-there"},
};

struct KnownBackend {
    std::string_view name;
    std::string_view what;
};

constexpr std::array kNotServed = {
    KnownBackend{"mps", "Apple GPUs, through Metal on macOS"},
    KnownBackend{"xpu", "Intel GPUs"},
    KnownBackend{"hpu", "Intel Gaudi, through an extension of torch"},
    KnownBackend{"mtia", "Meta's accelerators"},
    KnownBackend{"npu", "Ascend, through an extension of torch"},
    KnownBackend{"xla", "TPUs and others, through torch_xla"},
    KnownBackend{"privateuseone", "a backend that an extension of torch adds"},
};

} // namespace

std::string_view backendStateName(BackendState state)
{
    return kStates[static_cast<std::size_t>(state)].name;
}

bool isBackendOfOthers(std::string_view name)
{
    return std::ranges::find(kNotServed, name, &KnownBackend::name) != kNotServed.end();
}

std::optional<BackendState> backendStateByName(std::string_view name)
{
    const auto* const found = std::ranges::find(kStates, name, &StateName::name);
    return found == kStates.end() ? std::nullopt : std::optional(found->state);
}

const Backend* DeviceInventory::backend(std::string_view name) const
{
    const auto found = std::ranges::find(backends, name, &Backend::name);
    return found == backends.end() ? nullptr : &*found;
}

std::size_t DeviceInventory::count(std::string_view backendName) const
{
    const Backend* found = backend(backendName);
    return found == nullptr ? 0 : found->devices.size();
}

const Device* DeviceInventory::find(std::string_view tag) const
{
    if (tag == "cpu") {
        return &cpu;
    }
    const Backend* of = backend(backendOf(tag));
    if (of == nullptr) {
        return nullptr;
    }
    const bool hasIndex = tag.find(':') != std::string_view::npos;
    const std::string whole = hasIndex ? std::string(tag) : std::string(tag) + ":0";
    const auto device =
        std::ranges::find_if(of->devices, [&](const Device& one) { return one.tag == whole || one.tag == tag; });
    return device == of->devices.end() ? nullptr : &*device;
}

Message DeviceInventory::name() const
{
    if (machine == kThisMachine) {
        return message("this machine");
    }
    if (machine == kDescribedMachine) {
        return message("the described machine");
    }
    return described.empty() ? verbatim(machine) : message("the machine %1", '"' + described + '"');
}

Message DeviceInventory::whyAbsent(std::string_view tag) const
{
    const Backend* of = backend(backendOf(tag));
    if (of == nullptr) {
        const std::string_view name = backendOf(tag);
        const bool isKnown = name == "cuda" || std::ranges::count(kNotServed, name, &KnownBackend::name) != 0;
        return isKnown ? message("%1 lists no devices of %2", this->name(), name)
                       : message("No backend of torch that Cairn knows is called %1", inQuotes(name));
    }
    if (of->devices.empty()) {
        return of->reason;
    }
    const std::string& first = of->devices.front().tag;
    Message why = of->devices.size() == 1
                      ? message("%1 has 1 %2 device: %3", this->name(), of->name, first)
                      : message("%1 has %2 %3 devices: %4 to %5", this->name(), groupedDigits(of->devices.size()),
                                of->name, first, of->devices.back().tag);
    return of->reason.empty() ? why : message("%1; %2", std::move(why), of->reason);
}

Message DeviceInventory::adviceFor(std::string_view tag) const
{
    const Backend* of = backend(backendOf(tag));
    return of == nullptr || !of->devices.empty() ? Message() : of->advice;
}

std::vector<Backend> backendsNotServed()
{
    std::vector<Backend> list;
    for (const KnownBackend& known : kNotServed) {
        Backend backend;
        backend.name = known.name;
        backend.reason =
            message("%1 (%2) is known as a tag, but this build cannot use such devices", known.name, known.what);
        list.push_back(std::move(backend));
    }
    return list;
}

} // namespace cairn::devices
