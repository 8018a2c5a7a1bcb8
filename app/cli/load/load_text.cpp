#include "app/cli/check/check_views.h"
#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "app/cli/load/load_views.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::cli {

using runtime::DeviceLoad;

namespace {

std::string rateText(const DeviceLoad& device)
{
    constexpr double tooShort = 1e-3; // a rate of less would be noise
    return device.seconds < tooShort
               ? std::string()
               : humanBytes(static_cast<std::uint64_t>(static_cast<double>(device.bytes) / device.seconds)) + "/s";
}

void printDevices(Screen& screen, const std::vector<DeviceLoad>& devices)
{
    const Table table({{.title = "Device"},
                       {.title = "Storages", .align = Align::Right},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = "Time", .align = Align::Right},
                       {.title = "Rate", .align = Align::Right},
                       {.title = "Peak", .align = Align::Right}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(6);
        for (const DeviceLoad& device : devices) {
            row[0].set(screen.safe(device.device), inkOfDevice(device.device));
            row[1].set(groupedDigits(device.storages));
            row[2].set(humanBytes(device.bytes));
            row[3].set(shortTime(device.seconds));
            row[4].set(rateText(device));
            row[5].set(humanBytes(device.peakBytes));
            sink(row);
        }
    });
}

void printNotLoaded(Screen& screen, const LoadReport& report)
{
    const auto& missing = report.outcome.notLoaded;
    if (missing.empty()) {
        return;
    }
    screen.newLine();
    screen.paragraph("Not loaded: " + countOf(missing.size(), "tensor"), Ink::Yellow);
    for (const runtime::NotLoaded& one : std::span(missing).first(std::min(missing.size(), kMostRows))) {
        screen.put("  ");
        screen.paragraph(inQuotes(report.plan.tensorName(one.tensor)) + ": " + screen.safeLines(one.reason), Ink::Plain,
                         4);
    }
    printRest(screen, missing.size(), kMostRows);
}

void printValueCheck(Screen& screen, const LoadReport& report)
{
    const ValueCheck& check = *report.check;
    screen.newLine();
    const std::string amount = countOf(check.checked, "tensor") + ": ";
    const std::string onMeta = check.onMeta == 0
                                   ? std::string()
                                   : " On meta, " + countOf(check.onMeta, "tensor has", "tensors have") + " no values.";
    if (check.checked == 0) {
        screen.paragraph("Nothing to check." + onMeta, Ink::Yellow);
    } else if (check.different == 0) {
        screen.paragraph("Checked: " + amount + "every value is as in the file." + onMeta, Ink::Green);
    } else {
        screen.paragraph("Checked: " + amount + groupedDigits(check.different) + " differ from the file." + onMeta,
                         Ink::Red);
    }
    std::size_t shown = 0;
    std::size_t total = 0;
    for (const ValueCheck::Tensor& tensor : check.tensors) {
        const std::string& remark = tensor.difference.empty() ? tensor.notChecked : tensor.difference;
        if (remark.empty() || tensor.isOnMeta) {
            continue;
        }
        if (total++ < kMostRows) {
            ++shown;
            screen.put("  ");
            screen.paragraph(inQuotes(report.plan.tensorName(tensor.tensor)) + ": " + screen.safe(remark), Ink::Plain,
                             4);
        }
    }
    printRest(screen, total, shown);
}

} // namespace

void printLoad(Screen& screen, const LoadReport& report)
{
    const runtime::LoadOutcome& outcome = report.outcome;
    screen.line(screen.safe(report.plan.checkpoint().path()), Ink::Bold);
    screen.paragraph(std::string(report.isScript ? "TorchScript loaded" : "Loaded") + " with " +
                         screen.safe(report.torchText) + ": " + countOf(outcome.tensorCount, "tensor") + ", " +
                         humanBytes(outcome.bytes) + " in " + shortTime(outcome.seconds) + ".",
                     Ink::Green);
    printMapWarnings(screen, report.mapWarnings);
    for (const devices::LoadProblem& problem : report.beyondTorch) {
        screen.paragraph("Note: torch refuses this: " + screen.safe(problem.what.text()), Ink::Yellow);
    }
    for (const std::string& note : outcome.notes) {
        screen.paragraph("Note: " + screen.safe(note) + '.', Ink::Yellow);
    }
    if (!outcome.devices.empty()) {
        printDevices(screen, outcome.devices);
    }
    printNotLoaded(screen, report);
    if (report.check) {
        printValueCheck(screen, report);
    }
}

} // namespace cairn::cli
