#include "app/cli/check_views.h"
#include "app/cli/device_advice.h"
#include "app/cli/table.h"
#include "core/base/text.h"

namespace cairn::cli {

using devices::HeldBytes;
using devices::TrainingUse;

namespace {

std::string titleOf(const devices::TrainingPlan& plan)
{
    const bool isSaved = plan.optimizer == devices::kSavedOptimizer;
    std::string text = "To train it with " + (isSaved ? "the optimizer in the file" : plan.optimizer);
    if (plan.dtype) {
        text += " in " + std::string(formats::dtypeInfo(*plan.dtype).name);
    }
    if (plan.stateDtype) {
        text += ", its state in " + std::string(formats::dtypeInfo(*plan.stateDtype).name);
    }
    return text + ", without what the batch takes (activations)";
}

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

} // namespace

void printTraining(Screen& screen, const CheckReport& report)
{
    if (!report.training || !report.plan) {
        return;
    }
    const Table table({{.title = "Device"},
                       {.title = "Weights", .align = Align::Right},
                       {.title = "Gradients", .align = Align::Right},
                       {.title = "Optimizer", .align = Align::Right},
                       {.title = "Together", .align = Align::Right},
                       {.title = "Free", .align = Align::Right}});
    screen.newLine();
    screen.paragraph(titleOf(*report.plan), Ink::Dim);
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(6);
        for (const TrainingUse& use : report.training->devices) {
            row[0].set(screen.safe(use.device), inkOfDevice(use.device));
            row[1].set(humanBytes(use.weights));
            row[2].set(humanBytes(use.gradients));
            row[3].set(humanBytes(use.optimizer));
            row[4].set(humanBytes(use.together()), use.fits() ? Ink::Plain : Ink::Red);
            row[5].set(!use.isThere    ? std::string("not there")
                       : use.freeBytes ? humanBytes(*use.freeBytes)
                                       : std::string(),
                       use.isThere ? Ink::Plain : Ink::Red);
            sink(row);
        }
    });
    screen.newLine();
    screen.paragraph(report.training->fits ? "There is room for it." : "There is too little room for it.",
                     report.training->fits ? Ink::Green : Ink::Red);
    screen.paragraph("The file holds: " + heldText(screen, report.training->inFile) + '.');
}

} // namespace cairn::cli
