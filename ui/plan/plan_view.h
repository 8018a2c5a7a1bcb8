#pragma once

#include "ui/plan/plan_status.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

class QAction;
class QCheckBox;
class QProgressBar;
class QStackedWidget;
class QTabWidget;
class QTreeView;

namespace cairn::ui {

class BreakableLabel;
class CopyLine;
class FailuresModel;
class Job;
class NoticeBar;
class QuietLabel;
class TasksModel;
class TonedLabel;
class WorkLine;

/// A window that shows how far the plan in a folder is, and follows it. Reads it on a worker thread. When all is done,
/// it can give the copies their places. GUI thread.
class PlanView : public QWidget {
    Q_OBJECT

public:
    explicit PlanView(QString folder, QWidget* parent = nullptr);

    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// What is shown; null before the plan was read, and of one that cannot be.
    [[nodiscard]] const PlanStatusPtr& status() const { return m_status; }
    /// Reads all results again; while that is going on already, once more after it.
    void refresh();

Q_SIGNALS:
    /// The plan was read, or it is said why it was not.
    void settled();
    void helpRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeActions();
    void layOut();
    [[nodiscard]] QWidget* makePage();
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeTasks();
    [[nodiscard]] QWidget* makeFailures();
    void take(Result<PlanStatusPtr> read, qint64 milliseconds);
    void showStatus(const PlanStatusPtr& status);
    void showFailure();
    void follow();
    void askToCommit();
    void commit();

    QString m_folder;
    PlanStatusPtr m_status;
    Job* m_job = nullptr; ///< that reads, or moves the copies
    bool m_isCommitting = false;
    bool m_readsAgain = false;
    bool m_wasFitted = false;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;  ///< something changed, and more may follow
    QTimer m_later; ///< what other machines write is told to nobody
    TasksModel* m_tasks;
    FailuresModel* m_failures;
    QAction* m_refresh = nullptr;
    QAction* m_commit = nullptr;
    NoticeBar* m_question = nullptr;
    NoticeBar* m_notice = nullptr;
    QStackedWidget* m_stack = nullptr;
    TonedLabel* m_problem = nullptr;
    TonedLabel* m_title = nullptr;
    QuietLabel* m_amounts = nullptr;
    BreakableLabel* m_place = nullptr;
    QProgressBar* m_bar = nullptr;
    CopyLine* m_expression = nullptr;
    CopyLine* m_submit = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTreeView* m_taskList = nullptr;
    QTreeView* m_failureList = nullptr;
    QuietLabel* m_moreFailures = nullptr;
    BreakableLabel* m_reason = nullptr; ///< of the failure that is selected
    WorkLine* m_work = nullptr;
};

} // namespace cairn::ui
