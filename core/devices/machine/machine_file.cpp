#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"
#include "core/base/text/text.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/machine/machine_text.h"

namespace cairn::devices {

namespace {

constexpr std::string_view kMachineFormat = "cairn.machine";
constexpr std::uint64_t kMachineVersion = 1;

void writeText(JsonWriter& json, std::string_view key, std::string_view value)
{
    if (!value.empty()) {
        json.key(key).string(value);
    }
}

void writeBytes(JsonWriter& json, const Device& device)
{
    if (device.totalBytes != 0) {
        json.key("total_bytes").number(device.totalBytes);
        json.key("free_bytes").number(device.freeBytes);
    }
}

void writeDevice(JsonWriter& json, const Device& device)
{
    json.beginObject();
    writeText(json, "device", device.tag);
    writeText(json, "name", device.name);
    writeText(json, "capability", device.capability);
    writeText(json, "pci_id", device.pciId);
    writeText(json, "uuid", device.uuid);
    writeBytes(json, device);
    json.endObject();
}

void writeBackend(JsonWriter& json, const Backend& backend)
{
    json.beginObject();
    writeText(json, "backend", backend.name);
    writeText(json, "state", backendStateName(backend.state));
    writeText(json, "reason", backend.reason.text());
    writeText(json, "advice", backend.advice.text());
    writeText(json, "driver", backend.driver);
    writeText(json, "runtime", backend.runtime);
    json.key("devices");
    json.beginArray();
    for (const Device& device : backend.devices) {
        writeDevice(json, device);
    }
    json.endArray();
    json.endObject();
}

Result<void> readBytes(const JsonDocument& document, JsonValue value, Device& device)
{
    CAIRN_ASSIGN(total, document.number(value, "total_bytes", 0));
    CAIRN_ASSIGN(available, document.number(value, "free_bytes", total));
    if (available > total) {
        return fail(document.wrong(value, message("\"free_bytes\" is more than \"total_bytes\"")));
    }
    device.totalBytes = total;
    device.freeBytes = available;
    return {};
}

Result<Device> readDevice(const JsonDocument& document, JsonValue value, const Backend& backend)
{
    CAIRN_TRY(
        document.expectFields(value, {"device", "name", "capability", "pci_id", "uuid", "total_bytes", "free_bytes"}));
    Device device;
    CAIRN_ASSIGN(tag, document.text(value, "device"));
    CAIRN_ASSIGN(name, document.text(value, "name"));
    CAIRN_ASSIGN(capability, document.text(value, "capability"));
    CAIRN_ASSIGN(pciId, document.text(value, "pci_id"));
    CAIRN_ASSIGN(uuid, document.text(value, "uuid"));
    const std::string expected = backend.name + ':' + std::to_string(backend.devices.size());
    if (!tag.empty() && tag != expected) {
        return fail(document.wrong(
            value.find("device").value_or(value),
            message("this device must be called %1, for devices are counted from 0", inQuotes(expected))));
    }
    device.tag = expected;
    device.name = name;
    device.capability = capability;
    device.pciId = pciId;
    device.uuid = uuid;
    CAIRN_TRY(readBytes(document, value, device));
    return device;
}

Result<Backend> readBackend(const JsonDocument& document, JsonValue value)
{
    CAIRN_TRY(document.expectFields(value, {"backend", "state", "reason", "advice", "driver", "runtime", "devices"}));
    Backend backend;
    CAIRN_ASSIGN(name, document.text(value, "backend"));
    CAIRN_ASSIGN(state, document.text(value, "state"));
    CAIRN_ASSIGN(reason, document.text(value, "reason"));
    CAIRN_ASSIGN(advice, document.text(value, "advice"));
    CAIRN_ASSIGN(driver, document.text(value, "driver"));
    CAIRN_ASSIGN(runtime, document.text(value, "runtime"));
    if (name.empty() || parseDeviceString(name).problem != DeviceString::Problem::None || name.contains(':')) {
        return fail(document.wrong(value, message("the field \"backend\" must name one, such as cuda")));
    }
    backend.name = name;
    backend.reason = verbatim(reason);
    backend.advice = verbatim(advice);
    backend.driver = driver;
    backend.runtime = runtime;
    if (const auto list = value.find("devices")) {
        if (!list->isArray()) {
            return fail(document.wrong(*list, message("the field \"devices\" must be an array")));
        }
        for (const JsonValue item : *list) {
            CAIRN_ASSIGN(device, readDevice(document, item, backend));
            backend.devices.push_back(std::move(device));
        }
    }
    const auto known = state.empty() ? std::optional(BackendState::NotThere) : backendStateByName(state);
    if (!known) {
        return fail(
            document.wrong(value.find("state").value_or(value), message("there is no state %1", inQuotes(state))));
    }
    backend.state = backend.devices.empty() ? *known : BackendState::Ready;
    if (backend.devices.empty() && backend.reason.empty()) {
        backend.reason = message("the machine has no %1 device", backend.name);
    }
    return backend;
}

void writeTorches(JsonWriter& json, const std::vector<InstalledTorch>& torches)
{
    if (torches.empty()) {
        return;
    }
    json.key("torches");
    json.beginArray();
    for (const InstalledTorch& torch : torches) {
        json.beginObject();
        writeText(json, "place", torch.place);
        writeText(json, "version", torch.version);
        writeText(json, "devices", torch.devices);
        writeText(json, "found_by", torch.foundBy);
        writeText(json, "problem", torch.problem);
        json.endObject();
    }
    json.endArray();
}

Result<InstalledTorch> readTorch(const JsonDocument& document, const JsonValue& value)
{
    CAIRN_TRY(document.expectFields(value, {"place", "version", "devices", "found_by", "problem"}));
    InstalledTorch torch;
    for (const auto& [key, text] :
         {std::pair{"place", &torch.place}, std::pair{"version", &torch.version}, std::pair{"devices", &torch.devices},
          std::pair{"found_by", &torch.foundBy}, std::pair{"problem", &torch.problem}}) {
        CAIRN_ASSIGN(read, document.text(value, key));
        *text = read;
    }
    return torch;
}

} // namespace

std::string machineFileText(const DeviceInventory& machine)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    writeText(json, "format", kMachineFormat);
    json.key("version").number(kMachineVersion);
    writeText(json, "machine", machine.machine);
    writeText(json, "libtorch", machine.libtorch);
    writeText(json, "libtorch_at", machine.libtorchAt);
    writeTorches(json, machine.torches);
    json.key("cpu");
    json.beginObject();
    writeText(json, "name", machine.cpu.name);
    if (machine.cores != 0) {
        json.key("cores").number(machine.cores);
    }
    writeBytes(json, machine.cpu);
    json.endObject();
    json.key("backends");
    json.beginArray();
    for (const Backend& backend : machine.backends) {
        writeBackend(json, backend);
    }
    json.endArray();
    json.endObject();
    return out + '\n';
}

Result<DeviceInventory> parseMachineFile(std::string text)
{
    CAIRN_ASSIGN(document, JsonDocument::parse(std::move(text)));
    const JsonValue top = document.root();
    CAIRN_TRY(document.expectFormat(document.root(), kMachineFormat, kMachineVersion));
    CAIRN_TRY(document.expectFields(
        top, {"format", "version", "machine", "libtorch", "libtorch_at", "torches", "cpu", "backends"}));
    DeviceInventory machine;
    CAIRN_ASSIGN(name, document.text(top, "machine"));
    machine.machine = name.empty() || name == kThisMachine ? kDescribedMachine : std::string_view(name);
    CAIRN_ASSIGN(libtorch, document.text(top, "libtorch"));
    machine.libtorch = libtorch;
    CAIRN_ASSIGN(libtorchAt, document.text(top, "libtorch_at"));
    machine.libtorchAt = libtorchAt;
    if (const auto list = top.find("torches")) {
        if (!list->isArray()) {
            return fail(document.wrong(*list, message("the field \"torches\" must be an array")));
        }
        for (const JsonValue item : *list) {
            CAIRN_ASSIGN(torch, readTorch(document, item));
            machine.torches.push_back(std::move(torch));
        }
    }
    machine.cpu.tag = "cpu";
    if (const auto cpu = top.find("cpu")) {
        CAIRN_TRY(document.expectFields(*cpu, {"name", "cores", "total_bytes", "free_bytes"}));
        CAIRN_ASSIGN(cpuName, document.text(*cpu, "name"));
        CAIRN_ASSIGN(cores, document.number(*cpu, "cores", 0));
        machine.cpu.name = cpuName;
        machine.cores = static_cast<unsigned>(cores);
        CAIRN_TRY(readBytes(document, *cpu, machine.cpu));
    }
    if (const auto list = top.find("backends")) {
        if (!list->isArray()) {
            return fail(document.wrong(*list, message("the field \"backends\" must be an array")));
        }
        for (const JsonValue item : *list) {
            CAIRN_ASSIGN(backend, readBackend(document, item));
            if (machine.backend(backend.name) != nullptr) {
                return fail(document.wrong(item, message("the backend %1 is there twice", inQuotes(backend.name))));
            }
            machine.backends.push_back(std::move(backend));
        }
    }
    return machine;
}

} // namespace cairn::devices
