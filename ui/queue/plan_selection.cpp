#include "ui/queue/plan_selection.h"

#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_model.h"

#include <QCoreApplication>

namespace cairn::ui {

namespace {

/// The context of these texts for translators.
class PlanSelectionWords {
    Q_DECLARE_TR_FUNCTIONS(PlanSelection)
};

/// Empty: it can be in a plan.
QString whyNotPlanned(const QueueItem& item, const convert::Recipe& recipe)
{
    switch (item.state()) {
    case QueueState::Done: return PlanSelectionWords::tr("It has its copy already.");
    case QueueState::Running: return PlanSelectionWords::tr("It is being converted here.");
    case QueueState::Skipped:
    case QueueState::Failed: return item.outcome.words;
    case QueueState::Held:
        if (item.outcome.question == QueueQuestion::Loss) {
            return PlanSelectionWords::tr("%1. A plan asks nobody; it needs options that settle this.")
                .arg(item.outcome.words);
        }
        break;
    case QueueState::Cancelled: return stateName(QueueState::Cancelled);
    case QueueState::Waiting: break;
    }
    const bool mayDrop = item.answers.mayLose && recipe.container == convert::Container::Safetensors;
    return mayDrop && !recipe.dropOthers
               ? PlanSelectionWords::tr("You agreed that its copy lacks what is no tensor, and a plan treats all files "
                                        "alike. Settle that under Options for all of them.")
               : QString();
}

} // namespace

PlanSelection planSelection(const ConversionQueue& queue)
{
    PlanSelection selection{.recipe = queue.options().recipe, .files = {}, .leftOut = {}};
    for (const QueueItem& item : queue.items()) {
        if (QString why = whyNotPlanned(item, selection.recipe); why.isEmpty()) {
            selection.files.push_back({.path = item.path, .below = {}});
        } else {
            selection.leftOut.push_back({.file = item.path, .why = std::move(why)});
        }
    }
    return selection;
}

} // namespace cairn::ui
