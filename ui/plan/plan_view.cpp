#include "ui/plan/plan_view.h"

#include "core/convert/batch/batch_commit.h"
#include "ui/common/breakable_label.h"
#include "ui/common/job.h"
#include "ui/common/notice_bar.h"
#include "ui/common/quiet_label.h"
#include "ui/common/work_line.h"
#include "ui/plan/copy_line.h"
#include "ui/plan/plan_commands.h"
#include "ui/plan/tasks_model.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QAction>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProgressBar>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::ui {

namespace {

constexpr int kSoon = 300; ///< milliseconds, as the next two
constexpr int kLater = 15'000;
constexpr qint64 kShareOfReading = 10; ///< a tenth of the time is spent on reading at most

} // namespace

PlanView::PlanView(QString folder, QWidget* parent)
    : QWidget(parent), m_folder(std::move(folder)), m_tasks(new TasksModel(this)), m_failures(new FailuresModel(this))
{
    setObjectName("planView");
    setWindowTitle(tr("%1 – Plan").arg(QFileInfo(shown(pathBytes(m_folder))).fileName()));
    layOut();
    resize(QSize(980, 640).boundedTo(screen()->availableSize() * 9 / 10)); // with room for its frame
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoon);
    m_later.setInterval(kLater);
    m_later.setTimerType(Qt::VeryCoarseTimer);
    const auto look = [this] {
        if (isVisible()) {
            refresh();
        }
    };
    connect(&m_soon, &QTimer::timeout, this, look);
    connect(&m_later, &QTimer::timeout, this, look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_soon.isActive()) {
            m_soon.start();
        }
    });
    connect(m_question, &NoticeBar::accepted, this, &PlanView::commit);
    refresh();
}

void PlanView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_status) {
        refresh(); // nobody followed it meanwhile
    }
}

void PlanView::refresh()
{
    if (m_job != nullptr) {
        m_readsAgain = true;
        return;
    }
    m_readsAgain = false;
    QElapsedTimer since;
    since.start();
    m_job = startJob(
        this,
        [folder = pathBytes(m_folder), before = m_status](Progress& progress) {
            return readPlanStatus(folder, before, progress);
        },
        [this, since](Result<PlanStatusPtr> read) { take(std::move(read), since.elapsed()); });
    if (!m_status) {
        m_work->follow(tr("Reading the plan"), m_job);
    }
}

void PlanView::take(Result<PlanStatusPtr> read, qint64 milliseconds)
{
    m_job = nullptr;
    m_work->end();
    m_soon.setInterval(static_cast<int>(std::max<qint64>(kSoon, kShareOfReading * milliseconds)));
    m_later.setInterval(static_cast<int>(std::max<qint64>(kLater, kShareOfReading * milliseconds)));
    if (read) {
        showStatus(*read);
        follow();
    } else {
        m_status = nullptr;
        m_tasks->show(nullptr);
        m_failures->show(nullptr);
        m_question->hide();
        m_later.start(); // a file system may be away for a while
        m_problem->setText(tr("This plan cannot be read.") + u'\n' +
                           errorWords(read.error(), pathBytes(m_folder) + '/'));
        m_stack->setCurrentIndex(1);
        m_commit->setEnabled(false);
    }
    Q_EMIT settled();
    if (m_readsAgain) {
        refresh();
    }
}

/// Until there is nothing more to come.
void PlanView::follow()
{
    const QStringList folders = {m_folder, m_folder + QStringLiteral("/results")};
    if (m_status->state.isFinished) {
        m_later.stop();
        return;
    }
    for (const QString& folder : folders) {
        if (!m_watcher.directories().contains(folder) && QFileInfo::exists(folder)) {
            m_watcher.addPath(folder);
        }
    }
    m_later.start();
}

void PlanView::showStatus(const PlanStatusPtr& status)
{
    m_status = status;
    const convert::BatchState& state = status->state;
    const bool isReady = state.left.empty() && !state.isFinished;
    m_stack->setCurrentIndex(0);
    m_title->setText(state.isFinished ? tr("All copies have their places") : tasksText(*status));
    m_title->setTone(state.failed + state.stale != 0 ? badText
                     : state.left.empty()            ? goodText
                                          : [](const QPalette& palette) { return palette.windowText().color(); });
    m_amounts->setText(amountsText(*status));
    const std::string& place = state.isFinished ? status->plan.head().folder : status->plan.unfinishedFolder();
    m_place->setName((state.isFinished ? tr("The copies are in %1")
                      : isReady        ? tr("All is done, and waits to be committed in %1")
                                       : tr("Until all is done the copies are in %1"))
                         .arg(shown(place)));
    m_bar->setValue(state.bytes == 0 ? static_cast<int>(1000 * state.done / std::max<std::uint64_t>(state.tasks, 1))
                                     : static_cast<int>(1000.0 * static_cast<double>(state.bytesDone) /
                                                        static_cast<double>(state.bytes)));
    m_expression->setText(status->expression);
    m_submit->setText(state.left.empty() ? QString() : submitCommand(status->plan.folder(), state.left.size()));
    m_tasks->show(status);
    m_failures->show(status);
    m_tabs->setTabText(1, tr("&Failures (%1)").arg(countText(state.failuresInAll)));
    const std::uint64_t more = state.failuresInAll - state.failures.size();
    m_moreFailures->setVisible(more != 0);
    m_moreFailures->setText(tr("%1 more are in the files of the folder results.").arg(countText(more)));
    showFailure();
    m_commit->setEnabled(isReady && !m_isCommitting);
    if (!isReady) {
        m_question->hide();
    }
    if (!std::exchange(m_wasFitted, true)) {
        const int letter = fontMetrics().averageCharWidth();
        constexpr std::array widths = {12, 14, 16};
        for (int column = 0; column < TasksModel::State; ++column) {
            m_taskList->setColumnWidth(column, widths[static_cast<std::size_t>(column)] * letter);
        }
        m_failureList->setColumnWidth(FailuresModel::Task, 10 * letter);
        m_failureList->setColumnWidth(FailuresModel::File, 30 * letter);
    }
}

/// The whole reason of the failure that is selected.
void PlanView::showFailure()
{
    const QModelIndex index = m_failureList->currentIndex();
    const bool isSelected = index.isValid() && m_status;
    m_reason->setVisible(isSelected);
    if (isSelected) {
        const auto& failure = m_status->state.failures[static_cast<std::size_t>(index.row())].second;
        m_reason->setName(shown(failure.text));
    }
}

void PlanView::askToCommit()
{
    if (m_status && m_commit->isEnabled()) {
        m_question->ask(
            tr("All copies move to %1 at once. Nothing is written over.").arg(shown(m_status->plan.head().folder)),
            tr("&Move the copies"));
    }
}

void PlanView::commit()
{
    if (!m_status || m_isCommitting) {
        return;
    }
    m_isCommitting = true;
    m_commit->setEnabled(false);
    m_notice->hide();
    abandonJob(m_job); // it would tell of what is no longer so
    m_job = startJob(
        this, [plan = m_status->plan](Progress& progress) { return convert::commitBatch(plan, progress); },
        [this](Result<convert::CommitReport> report) {
            m_job = nullptr;
            m_isCommitting = false;
            m_work->end();
            const std::string& folder = m_status->plan.head().folder;
            m_notice->ask(
                report ? grouped(tr("%n file(s), %1, moved to %2.", nullptr, pluralOf(report->files)), report->files)
                             .arg(bytesText(report->bytes), shown(folder))
                       : tr("The copies were not moved.") + u' ' + errorWords(report.error(), {}),
                {});
            refresh();
        });
    m_work->follow(tr("Moving the copies"), m_job);
}

} // namespace cairn::ui
