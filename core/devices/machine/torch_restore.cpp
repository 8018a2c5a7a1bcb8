#include "core/devices/machine/torch_restore.h"

#include "core/devices/machine/device_string.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace cairn::devices {

namespace {

using Problem = Restored::Problem;

constexpr std::array<std::string_view, 5> kLines = {"1.13", "2.5", "2.6", "2.14", "latest"};

/// A backend whose locations may have an index, in the order torch asks them.
struct Registered {
    std::string_view name;
    TorchLine since;
    bool hasModule; ///< torch.<name> is part of torch itself
};

constexpr std::array kRegistered = {
    Registered{"cuda", TorchLine::Torch113, true},
    Registered{"mps", TorchLine::Torch113, true},
    Registered{"privateuseone", TorchLine::Torch25, false},
    Registered{"hpu", TorchLine::Torch25, false},
    Registered{"xpu", TorchLine::Torch25, true},
    Registered{"mtia", TorchLine::Torch214, true},
};

bool takes(const Registered& backend, std::string_view location, TorchLine line)
{
    if (line < backend.since || !location.starts_with(backend.name)) {
        return false;
    }
    const std::string_view rest = location.substr(backend.name.size());
    if (backend.name == "mps") {
        return line >= TorchLine::Torch25 || rest.empty();
    }
    return line < TorchLine::Torch214 || rest.empty() || rest.front() == ':' ||
           (rest.front() >= '0' && rest.front() <= '9');
}

/// Names that the parser of device strings knows. Renamed backends come with a parser that knows them too.
bool isBuiltIn(std::string_view name)
{
    return std::ranges::find(kRegistered, name, &Registered::name) != kRegistered.end();
}

Restored failed(Problem problem, std::string message)
{
    return {.problem = problem, .device = {}, .message = std::move(message)};
}

std::string inUpperCase(std::string_view text)
{
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return upper;
}

constexpr std::string_view kCpuOnlyAdvice = "If you are running on a CPU-only machine, please use torch.load with "
                                            "map_location=torch.device('cpu') to map your storages to the CPU.";

/// mps has one device and asks for no index.
Restored restoreMps(const DeviceInventory& machine)
{
    return machine.count("mps") != 0
               ? Restored{.problem = Problem::None, .device = "mps:0", .message = {}}
               : failed(Problem::NotAvailable, "torch.UntypedStorage(): Storage device not recognized: mps");
}

Restored restoreOn(const Registered& backend, std::string_view location, TorchLine line, const DeviceInventory& machine)
{
    const std::string name(backend.name);
    const std::size_t count = machine.count(name);
    if (!backend.hasModule && count == 0) {
        return failed(Problem::NoModule,
                      "The " + inUpperCase(name) + " device module is not registered. " + std::string(kCpuOnlyAdvice));
    }
    if (const std::string message = deviceStringError(location, line); !message.empty() && isBuiltIn(name)) {
        return failed(Problem::Malformed, message);
    }
    const DeviceString parsed = parseDeviceString(location);
    const int index = parsed.index.value_or(-1);
    if (index < -1 && line >= TorchLine::Torch25) {
        return failed(Problem::Malformed, "Device index must not be negative");
    }
    if (count == 0 && name == "mtia" && index == -1) {
        return failed(Problem::NotAvailable, "Cannot execute getCurrentDevice() without MTIA backend.");
    }
    if (count == 0) {
        return failed(Problem::NotAvailable, "Attempting to deserialize object on a " + inUpperCase(name) +
                                                 " device but torch." + name + ".is_available() is False. " +
                                                 std::string(kCpuOnlyAdvice));
    }
    if (index < -1) {
        return failed(Problem::Malformed, "Device index must not be negative");
    }
    const auto wanted = static_cast<std::size_t>(std::max(index, 0)); // without an index: the current device
    if (wanted >= count) {
        return failed(Problem::NoSuchIndex, "Attempting to deserialize object on " + inUpperCase(name) + " device " +
                                                std::to_string(wanted) + " but torch." + name + ".device_count() is " +
                                                std::to_string(count) +
                                                ". Please use torch.load with map_location to map your storages to an "
                                                "existing device.");
    }
    return {.problem = Problem::None, .device = name + ':' + std::to_string(wanted), .message = {}};
}

} // namespace

std::string deviceStringError(std::string_view text, TorchLine line)
{
    const DeviceString parsed = parseDeviceString(text);
    const std::string whole(text.substr(0, text.find('\0'))); // C++ exceptions end there on their way to Python
    if (parsed.problem == DeviceString::Problem::IndexTooLong) {
        return "Could not parse device index '" + std::string(parsed.digits) + "' in device string '" + whole + "'";
    }
    if (parsed.problem == DeviceString::Problem::Malformed) {
        return "Invalid device string: '" + whole + (whole.size() == text.size() ? "'" : "");
    }
    constexpr std::string_view before = "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ";
    constexpr std::string_view after = ", xla, lazy, vulkan, mps, meta, hpu, ";
    const std::string types = std::string(before) + (line == TorchLine::Torch113 ? "ort" : "maia") +
                              std::string(after) + (line == TorchLine::Torch113 ? "" : "mtia, ") + "privateuseone";
    if ((", " + types + ',').contains(", " + std::string(parsed.backend) + ',')) {
        return {};
    }
    return "Expected one of " + types + " device type at start of device string: " + std::string(parsed.backend);
}

std::string_view torchLineName(TorchLine line)
{
    return kLines[static_cast<std::size_t>(line)];
}

checkpoint::Verdict checkpoint::GlobalUse::* fieldOf(TorchLine line)
{
    switch (line) {
    case TorchLine::Torch113: return &checkpoint::GlobalUse::torch113;
    case TorchLine::Torch25:
    case TorchLine::Torch26: return &checkpoint::GlobalUse::torch26;
    case TorchLine::Torch214: return &checkpoint::GlobalUse::torch214;
    case TorchLine::Latest: break;
    }
    return &checkpoint::GlobalUse::latest;
}

bool loadsWeightsOnly(TorchLine line)
{
    return line >= TorchLine::Torch26;
}

Message spokenTorchLine(TorchLine line)
{
    return line == TorchLine::Latest ? message("the latest torch") : message("torch %1", torchLineName(line));
}

std::optional<TorchLine> torchLineByName(std::string_view name)
{
    if (name == torchLineName(TorchLine::Latest)) {
        return TorchLine::Latest;
    }
    // "2.6", "2.6.1": what follows the second number does not matter.
    unsigned major = 0;
    unsigned minor = 0;
    const char* const end = name.data() + name.size();
    const auto first = std::from_chars(name.data(), end, major);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '.') {
        return std::nullopt;
    }
    const auto second = std::from_chars(first.ptr + 1, end, minor);
    if (second.ec != std::errc{} || (second.ptr != end && *second.ptr != '.') || major == 0) {
        return std::nullopt;
    }
    if (major == 1) {
        return TorchLine::Torch113;
    }
    if (major > 2 || minor > 14) {
        return TorchLine::Latest;
    }
    return minor > 6 ? TorchLine::Torch214 : minor == 6 ? TorchLine::Torch26 : TorchLine::Torch25;
}

Restored restoreLocation(std::string_view location, TorchLine line, const DeviceInventory& machine)
{
    if (location == "cpu" || location == "meta") {
        return {.problem = Problem::None, .device = std::string(location), .message = {}};
    }
    for (const Registered& backend : kRegistered) {
        if (takes(backend, location, line)) {
            return backend.name == "mps" ? restoreMps(machine) : restoreOn(backend, location, line, machine);
        }
    }
    // An extension may have renamed privateuseone.
    const std::string_view name = backendOf(location);
    if (line >= TorchLine::Torch25 && machine.count(name) != 0) {
        return restoreOn({name, TorchLine::Torch25, false}, location, line, machine);
    }
    return failed(Problem::UnknownTag,
                  "don't know how to restore data location of torch.storage.UntypedStorage (tagged with " +
                      std::string(location) + ")");
}

Restored::Problem problemWithoutDevices(std::string_view tag)
{
    return restoreLocation(tag, TorchLine::Latest, DeviceInventory()).problem;
}

} // namespace cairn::devices
