#include "ui/plan/plan_windows.h"

#include "core/convert/batch/batch_plan.h"
#include "ui/plan/plan_view.h"
#include "ui/text/display.h"

#include <QFileInfo>

#include <algorithm>

namespace cairn::ui {

PlanWindows::~PlanWindows()
{
    for (const QPointer<PlanView>& view : m_views) {
        delete view.data();
    }
}

bool PlanWindows::open(const QString& path)
{
    const QFileInfo file(path);
    const QString folder =
        file.fileName() == QStringLiteral("plan.jsonl") ? file.absolutePath() : file.absoluteFilePath();
    if (!convert::BatchPlan::isIn(pathBytes(folder))) {
        return false;
    }
    m_views.removeAll(nullptr);
    const auto shown = std::ranges::find_if(m_views, [&](const auto& view) { return view->folder() == folder; });
    PlanView* view = shown != m_views.end() ? shown->data() : nullptr;
    if (view == nullptr) {
        view = new PlanView(folder);
        view->setAttribute(Qt::WA_DeleteOnClose);
        connect(view, &PlanView::helpRequested, this, &PlanWindows::helpRequested);
        m_views.append(view);
        Q_EMIT opened(folder);
    }
    view->show();
    view->raise();
    view->activateWindow();
    return true;
}

} // namespace cairn::ui
