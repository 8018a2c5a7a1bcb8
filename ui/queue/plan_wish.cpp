#include "ui/queue/plan_wish.h"

#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_model.h"

#include <QCoreApplication>

namespace cairn::ui {

namespace {

/// The context of these texts for translators.
class PlanWishWords {
    Q_DECLARE_TR_FUNCTIONS(PlanWish)
};

/// Empty: it can be in a plan.
QString whyNotPlanned(const QueueItem& item, const convert::Recipe& recipe)
{
    switch (item.state()) {
    case QueueState::Done: return PlanWishWords::tr("It has its copy already.");
    case QueueState::Running: return PlanWishWords::tr("It is being converted here.");
    case QueueState::Skipped:
    case QueueState::Failed: return item.outcome.words;
    case QueueState::Held:
        if (item.outcome.question == QueueQuestion::Loss) {
            return PlanWishWords::tr("%1. A plan asks nobody; it needs options that settle this.")
                .arg(item.outcome.words);
        }
        break;
    case QueueState::Cancelled: return stateName(QueueState::Cancelled);
    case QueueState::Waiting: break;
    }
    const bool mayDrop = item.answers.mayLose && recipe.container == convert::Container::Safetensors;
    return mayDrop && !recipe.dropOthers
               ? PlanWishWords::tr("You agreed that its copy lacks what is no tensor, and a plan treats all files "
                                   "alike. Settle that under Options for all of them.")
               : QString();
}

} // namespace

PlanWish planWish(const ConversionQueue& queue)
{
    PlanWish wish{.recipe = queue.options().recipe, .files = {}, .leftOut = {}};
    for (const QueueItem& item : queue.items()) {
        if (QString why = whyNotPlanned(item, wish.recipe); why.isEmpty()) {
            wish.files.push_back({.path = item.path, .below = {}});
        } else {
            wish.leftOut.push_back({.file = item.path, .why = std::move(why)});
        }
    }
    return wish;
}

} // namespace cairn::ui
