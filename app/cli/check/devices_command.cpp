#include "app/cli/common/command.h"
#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/devices/machine/machine_text.h"
#include "core/runtime/open_module.h"
#include "core/runtime/torch_search.h"
#include "core/runtime/usable_devices.h"

#include <CLI/CLI.hpp>

namespace cairn::cli {

using devices::Backend;
using devices::BackendState;
using devices::Device;
using devices::DeviceInventory;

namespace {

constexpr const char* kDevicesDescription =
    R"(list the devices that tensors can be on
Shows what this machine has: the CPU and its memory, each CUDA device, and for what is missing the reason why; every PyTorch that is installed, and the one that `cairn-cli load` uses.)";

constexpr const char* kDevicesFooter = R"(EXIT STATUS
    0  fine, whether there is a PyTorch or not
    4  the PyTorch that --torch-at names cannot be used

EXAMPLES
    cairn-cli devices
    cairn-cli devices --torch-at ~/miniconda3/envs/llm
        Can Cairn load through the PyTorch that lies there?
    cairn-cli devices --json > box.json
        A description of this machine, for `cairn-cli check --machine box.json`
        elsewhere.
)";

std::string memoryText(std::uint64_t bytes)
{
    return bytes == 0 ? std::string() : humanBytes(bytes);
}

void printDevices(Screen& screen, const DeviceInventory& machine)
{
    const Table table({{.title = "Device"},
                       {.title = "Name", .elide = Elide::End},
                       {.title = "Memory", .align = Align::Right},
                       {.title = "Free", .align = Align::Right},
                       {.title = "Capability", .align = Align::Right},
                       {.title = "PCI"},
                       {.title = "UUID", .elide = Elide::End}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(7);
        const auto put = [&](const Device& device, const std::string& name) {
            row[0].set(screen.safe(device.tag), inkOfDevice(device.tag));
            row[1].set(name);
            row[2].set(memoryText(device.totalBytes));
            row[3].set(memoryText(device.freeBytes));
            row[4].set(screen.safe(device.capability));
            row[5].set(screen.safe(device.pciId));
            row[6].set(screen.safe(device.uuid));
            sink(row);
        };
        const std::string cores = machine.cores == 0 ? std::string() : countOf(machine.cores, "core");
        put(machine.cpu,
            screen.safe(machine.cpu.name) + (machine.cpu.name.empty() || cores.empty() ? "" : ", ") + cores);
        for (const Backend& backend : machine.backends) {
            for (const Device& device : backend.devices) {
                put(device, screen.safe(device.name));
            }
        }
        Device meta;
        meta.tag = "meta";
        put(meta, "shapes without bytes");
    });
}

void printMissing(Screen& screen, const DeviceInventory& machine)
{
    std::string notServed;
    for (const Backend& backend : machine.backends) {
        if (backend.state == BackendState::NotServed) {
            notServed += (notServed.empty() ? "" : ", ") + backend.name;
        } else if (backend.devices.empty()) {
            screen.newLine();
            screen.paragraph("No " + screen.safe(backend.name) + " device: " + screen.safe(backend.reason.text()) +
                             '.');
            if (!backend.advice.empty()) {
                screen.paragraph(screen.safe(backend.advice.text()) + '.');
            }
        }
    }
    if (const Backend* cuda = machine.backend("cuda");
        cuda != nullptr && !cuda->devices.empty() && !cuda->reason.empty()) {
        screen.newLine();
        screen.paragraph(screen.safe(cuda->reason.text()) + '.');
    }
    if (!notServed.empty()) {
        screen.newLine();
        screen.paragraph("Known as tags, but not served by this build: " + notServed + '.', Ink::Dim);
    }
}

std::string withoutCuda(const runtime::Module& module)
{
    return module.deviceCount("cuda") >= 0 ? "" : ", built without CUDA";
}

/// All that are there, with what is wrong with each, as far as whoever opened one knows.
std::vector<devices::InstalledTorch> installedTorches(const Result<const runtime::Module*>& module)
{
    std::vector<runtime::TorchInstallation> found;
    if (module) {
        found = (*module)->choice().found;
    }
    if (found.empty()) {
        found = runtime::findTorch(runtime::TorchPlaces::here());
    }
    std::vector<devices::InstalledTorch> installed;
    installed.reserve(found.size());
    for (runtime::TorchInstallation& torch : found) {
        installed.push_back({.place = std::move(torch.place),
                             .version = std::move(torch.version),
                             .devices = std::move(torch.devices),
                             .foundBy = std::move(torch.foundBy),
                             .problem = std::move(torch.problem)});
    }
    return installed;
}

void printInstalled(Screen& screen, const std::vector<devices::InstalledTorch>& torches)
{
    if (torches.empty()) {
        return;
    }
    screen.newLine();
    screen.paragraph("PyTorch on this machine:");
    for (const devices::InstalledTorch& torch : torches) {
        screen.put("  ");
        screen.paragraph(screen.safe((torch.version.empty() ? "version unknown" : torch.version) + " for " +
                                     torch.devices + ", in " + torch.place + " (" + torch.foundBy + ")" +
                                     (torch.problem.empty() ? "" : ": " + torch.problem) + '.'),
                         torch.problem.empty() ? Ink::Plain : Ink::Dim, 4);
    }
}

/// Whether `load` can use them.
void printTorch(Screen& screen, const DeviceInventory& machine, const Result<const runtime::Module*>& module)
{
    screen.newLine();
    if (!module) {
        screen.paragraph("Cairn cannot load here: " + screen.safe(module.error().paragraph()));
        return;
    }
    const std::string place = (*module)->text().ends_with((*module)->path()) ? "" : ", in " + (*module)->path();
    screen.paragraph(
        "Cairn loads with " +
        screen.safe((*module)->text() + withoutCuda(**module) + place + ": " + (*module)->choice().why.text()) + '.');
    const DeviceInventory usable = runtime::usableBy(**module, machine);
    for (const Backend& backend : machine.backends) {
        const std::size_t count = usable.count(backend.name);
        if (count == backend.devices.size()) {
            continue;
        }
        const std::string why =
            count == 0 ? usable.backend(backend.name)->reason.text() : "LibTorch does not find the others";
        screen.paragraph("Cairn loads to " + countOf(count, backend.name + " device") + " of " +
                             std::to_string(backend.devices.size()) + ": " + screen.safe(why) + '.',
                         Ink::Yellow);
    }
}

} // namespace

void addDevicesCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("devices", kDevicesDescription);
    command->footer(kDevicesFooter);
    auto asJson = std::make_shared<bool>(false);
    auto torchAt = std::make_shared<std::string>();
    command->add_option("--torch-at", *torchAt, "Look at the PyTorch that lies there alone, as for `cairn-cli load`.")
        ->option_text("PATH");
    command->add_flag("--json", *asJson, "Print one JSON document instead.");
    command->callback([&chosen, asJson, torchAt] {
        chosen = [asJson, torchAt](Session& session) {
            session.output.keepToItself();
            runtime::nameTorch(*torchAt);
            DeviceInventory machine = devices::thisMachine();
            const auto module = runtime::openModule(
                {.runsScripts = false, .isStopped = [&session] { return session.progress.stopRequested(); }});
            machine.torches = installedTorches(module);
            if (module) {
                machine = runtime::withDevicesOf(**module, std::move(machine));
                machine.libtorch = (*module)->torchVersion() + withoutCuda(**module);
                machine.libtorchAt = (*module)->path();
            }
            // What was named is to be there; without a name there need be none.
            const bool isFine = module || (torchAt->empty() && module.error().code != ErrorCode::Cancelled);
            if (*asJson) {
                session.output.write(devices::machineFileText(machine));
                return isFine ? ExitCode::Fine : session.report(module.error());
            }
            Screen screen(session.output, session.terminal);
            printDevices(screen, machine);
            printMissing(screen, machine);
            printInstalled(screen, machine.torches);
            if (!isFine) {
                return session.report(module.error());
            }
            printTorch(screen, machine, module);
            return ExitCode::Fine;
        };
    });
}

} // namespace cairn::cli
