#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

namespace cairn::ui {

class PlanView;

/// The windows of plans that are open, one for each plan. GUI thread.
class PlanWindows : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~PlanWindows() override;

    /// Shows a plan, if there is one: in this folder, or beside this file of it. False: there is none.
    bool open(const QString& path);

Q_SIGNALS:
    /// A plan is shown that was not.
    void opened(const QString& folder);
    void helpRequested();

private:
    QList<QPointer<PlanView>> m_views;
};

} // namespace cairn::ui
