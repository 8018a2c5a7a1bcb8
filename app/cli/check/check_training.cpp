#include "app/cli/check/check_views.h"
#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "core/base/text/text.h"
#include "core/devices/map/map_presets.h"

#include <algorithm>

namespace cairn::cli {

using devices::HeldBytes;
using devices::TrainingUse;

namespace {

/// "model 44.7 kB, optimizer exp_avg 44.7 kB"
std::string heldText(const Screen& screen, const std::vector<HeldBytes>& all)
{
    std::string text;
    for (const HeldBytes& held : all) {
        text += (text.empty() ? "" : ", ") + screen.safe(shortened(held.name)) +
                (held.state.empty() ? "" : ' ' + screen.safe(shortened(held.state))) + ' ' + humanBytes(held.bytes);
    }
    return text;
}

/// ""model_ema" and "nets"", and of many the first
std::string quotedNames(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        const bool isLast = i + 1 == names.size();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + inQuotes(names[i]);
    }
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

/// Whether the GPUs have room for a plan with a map.
bool fits(const CheckReport& report, const devices::TrainingPlan& plan, const devices::MapLocation& map)
{
    const auto training = devices::estimateTraining(report.checkpoint, plan, map, report.machine);
    return training && training->fits;
}

/// The same if its layers are spread over them.
bool fitsSplit(const CheckReport& report, const devices::TrainingPlan& plan)
{
    const devices::MapLocation map = devices::balanceByMemory(report.checkpoint, report.machine, plan);
    const auto training = devices::estimateTraining(report.checkpoint, plan, map, report.machine);
    return training && training->fits &&
           std::ranges::find(training->devices, "cpu", &TrainingUse::device) == training->devices.end();
}

std::size_t gpuCount(const devices::DeviceInventory& machine)
{
    std::size_t count = 0;
    for (const devices::Backend& backend : machine.backends) {
        count += backend.devices.size();
    }
    return count;
}

} // namespace

std::string waysToFit(const CheckReport& report, const devices::MapLocation& map, bool isSplit)
{
    constexpr unsigned split = 1;
    constexpr unsigned half = 2;
    constexpr unsigned eightBits = 4;
    if (!std::ranges::all_of(report.training->devices, &TrainingUse::isThere)) {
        return {};
    }
    const devices::TrainingPlan& plan = *report.plan;
    unsigned possible = isSplit || gpuCount(report.machine) < 2 ? 0 : split;
    possible |= !plan.dtype || formats::dtypeInfo(*plan.dtype).bits > 16 ? half : 0;
    possible |= plan.optimizer == "adam" || plan.optimizer == "adamw" ? eightBits : 0;

    const auto withHalf = [](devices::TrainingPlan other) {
        other.dtype = formats::Dtype::BFloat16;
        return other;
    };
    std::vector<std::string> ways;
    std::vector<unsigned> found;
    for (const unsigned way : {1U, 2U, 4U, 3U, 5U, 6U, 7U}) { // first those that change the least
        const bool isMore = std::ranges::any_of(found, [way](unsigned less) { return (way & less) == less; });
        if ((way & possible) != way || isMore) {
            continue;
        }
        devices::TrainingPlan other = (way & half) != 0 ? withHalf(plan) : plan;
        other.optimizer = (way & eightBits) != 0 ? "adam8bit" : plan.optimizer;
        if ((way & split) != 0 || isSplit ? fitsSplit(report, other) : fits(report, other, map)) {
            found.push_back(way);
            std::string options = (way & split) != 0 ? " --split" : "";
            options += (way & half) != 0 ? " --dtype bf16" : "";
            options += (way & eightBits) != 0 ? " --train adam8bit" : "";
            ways.push_back(options.substr(1));
        }
    }
    if (!ways.empty()) {
        constexpr std::string_view kOr = ", or with ";
        std::string text = "It fits with " + ways.front();
        for (std::size_t i = 1; i < ways.size(); ++i) {
            text.append(kOr).append(ways[i]);
        }
        return text + '.';
    }
    const devices::TrainingPlan held = withHalf({});
    const bool isHeld = isSplit || (possible & split) != 0 ? fitsSplit(report, held) : fits(report, held, map);
    return isHeld ? "Its weights alone fit in bfloat16: what can be trained there is adapters beside them (LoRA)."
                  : "Not even its weights alone fit in bfloat16.";
}

std::string countedText(const devices::TrainingEstimate& training)
{
    std::string text;
    if (training.models.size() > 1 || !training.others.empty()) {
        text = "Counted " + std::string(training.models.size() > 1 ? "are " : "is ") + quotedNames(training.models);
    }
    if (!training.others.empty()) {
        text += ", not " + quotedNames(training.others);
    }
    text += text.empty() ? "" : ".";
    if (!training.averages.empty()) {
        text += (text.empty() ? "" : " ") + ("Not counted, as nothing trains it: " + quotedNames(training.averages)) +
                (training.averages.size() > 1 ? ", copies of the weights." : ", a copy of the weights.");
    }
    return text;
}

std::string purposeOf(const devices::TrainingPlan& plan)
{
    const bool isSaved = plan.optimizer == devices::kSavedOptimizer;
    std::string text = plan.optimizer.empty()
                           ? "to hold its weights"
                           : "to train it with " + (isSaved ? "the optimizer in the file" : plan.optimizer);
    if (plan.dtype) {
        text += " in " + std::string(formats::dtypeInfo(*plan.dtype).name);
    }
    if (plan.stateDtype) {
        text += ", its state in " + std::string(formats::dtypeInfo(*plan.stateDtype).name);
    }
    return text;
}

void printTraining(Screen& screen, const CheckReport& report)
{
    if (!report.training || !report.plan) {
        return;
    }
    std::vector<Column> columns{{.title = "Device"}, {.title = "Weights", .align = Align::Right}};
    const bool isTrained = !report.plan->optimizer.empty();
    if (isTrained) {
        columns.push_back({.title = "Gradients", .align = Align::Right});
        columns.push_back({.title = "Optimizer", .align = Align::Right});
        columns.push_back({.title = "Together", .align = Align::Right});
    }
    columns.push_back({.title = "Free", .align = Align::Right});
    const Table table(columns);
    screen.newLine();
    screen.paragraph("Memory " + purposeOf(*report.plan) + ", without what the batch takes (activations)", Ink::Dim);
    const bool isHalf = report.plan->dtype && formats::dtypeInfo(*report.plan->dtype).bits == 16;
    if (isTrained && isHalf && !report.plan->stateDtype && report.plan->optimizer != devices::kSavedOptimizer) {
        screen.paragraph("All of it is in that dtype; autocast keeps weights and optimizer in float32: --dtype float32",
                         Ink::Dim);
    }
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(columns.size());
        for (const TrainingUse& use : report.training->devices) {
            row[0].set(screen.safe(use.device), inkOfDevice(use.device));
            row[1].set(humanBytes(use.weights), use.fits() || isTrained ? Ink::Plain : Ink::Red);
            if (isTrained) {
                row[2].set(humanBytes(use.gradients));
                row[3].set(humanBytes(use.optimizer));
                row[4].set(humanBytes(use.together()), use.fits() ? Ink::Plain : Ink::Red);
            }
            row.back().set(!use.isThere    ? std::string("not there")
                           : use.freeBytes ? humanBytes(*use.freeBytes)
                                           : std::string(),
                           use.isThere ? Ink::Plain : Ink::Red);
            sink(row);
        }
    });
    screen.newLine();
    screen.paragraph("The file holds: " + heldText(screen, report.training->inFile) + '.');
}

} // namespace cairn::cli
