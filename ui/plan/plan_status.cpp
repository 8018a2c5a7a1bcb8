#include "ui/plan/plan_status.h"

#include "core/base/progress.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <utility>

namespace cairn::ui {

using convert::TaskProgress;

namespace {

/// The context of these texts for translators.
class PlanWords {
    Q_DECLARE_TR_FUNCTIONS(PlanWords)
};

Result<TaskSizes> measure(const convert::BatchPlan& plan, Progress& progress)
{
    const std::uint64_t tasks = plan.head().tasks;
    progress.beginStage("reading", tasks);
    std::vector<TaskSize> sizes;
    sizes.reserve(tasks);
    for (std::uint64_t task = 0; task < tasks; ++task) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(files, plan.taskUnits(task));
        CAIRN_ASSIGN(bytes, plan.taskBytes(task));
        sizes.push_back({.files = files, .bytes = bytes});
        progress.add(1);
    }
    return std::make_shared<const std::vector<TaskSize>>(std::move(sizes));
}

} // namespace

Result<PlanStatusPtr> readPlanStatus(const std::string& folder, const PlanStatusPtr& before, Progress& progress)
{
    CAIRN_ASSIGN(plan, convert::BatchPlan::open(folder));
    TaskSizes sizes = before && before->plan.id() == plan.id() ? before->sizes : nullptr;
    if (!sizes) {
        CAIRN_ASSIGN(measured, measure(plan, progress));
        sizes = std::move(measured);
    }
    CAIRN_ASSIGN(state, convert::stateOf(plan, kMostFailuresListed, &progress));
    QString expression = fromUtf8(convert::arrayExpression(state.left));
    return std::make_shared<const PlanStatus>(PlanStatus{.plan = std::move(plan),
                                                         .state = std::move(state),
                                                         .sizes = std::move(sizes),
                                                         .expression = std::move(expression)});
}

QString tasksText(const PlanStatus& status)
{
    const convert::BatchState& state = status.state;
    QStringList parts = {PlanWords::tr("%1 of %2 tasks done").arg(countText(state.done), countText(state.tasks))};
    const auto add = [&](std::uint64_t count, const QString& text) {
        if (count != 0) {
            parts.append(text.arg(countText(count)));
        }
    };
    add(state.failed, PlanWords::tr("%1 failed"));
    add(state.stale, PlanWords::tr("%1 stale"));
    add(state.begun, PlanWords::tr("%1 begun, or cut off"));
    return parts.join(QStringLiteral(", "));
}

QString amountsText(const PlanStatus& status)
{
    const convert::BatchState& state = status.state;
    QStringList parts = {
        PlanWords::tr("%1 of %2 files").arg(countText(state.filesDone), countText(status.plan.head().units)),
        PlanWords::tr("%1 of %2, %3 written")
            .arg(bytesText(state.bytesDone), bytesText(state.bytes), bytesText(state.bytesWritten))};
    if (const auto rate = state.bytesPerSecond(); rate && !state.isFinished) {
        parts.append(PlanWords::tr("%1/s by what is done").arg(bytesText(static_cast<std::uint64_t>(*rate))));
    }
    if (const auto left = state.secondsLeft(); left && !state.left.empty()) {
        parts.append(PlanWords::tr("%1 left").arg(durationText(*left)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString taskStateText(TaskProgress state)
{
    switch (state) {
    case TaskProgress::Waiting: return PlanWords::tr("Waiting");
    case TaskProgress::Begun: return PlanWords::tr("Begun, or cut off");
    case TaskProgress::Done: return PlanWords::tr("Done");
    case TaskProgress::Failed: return PlanWords::tr("Failed");
    case TaskProgress::Stale: return PlanWords::tr("Stale: an input has changed");
    }
    return {};
}

} // namespace cairn::ui
