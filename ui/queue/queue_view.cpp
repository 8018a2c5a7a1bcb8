#include "ui/queue/queue_view.h"

#include "ui/common/notice_bar.h"
#include "ui/common/queue_prompts.h"
#include "ui/document/save_file.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/conversion_text.h"
#include "ui/queue/drop_overlay.h"
#include "ui/queue/dropped_files.h"
#include "ui/queue/plan_selection.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_options_panel.h"
#include "ui/queue/queue_report.h"
#include "ui/queue/queue_store.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::ui {

namespace {

constexpr char kPlanMade[] = "planMade";

} // namespace

QueueView::QueueView(const QueueSurroundings& surroundings, QWidget* parent)
    : QWidget(parent), m_settings(surroundings.settings), m_prompts(surroundings.prompts),
      m_currentMap(surroundings.currentMap), m_queue(new ConversionQueue(savedOptions(surroundings.settings), this)),
      m_store(new QueueStore(*m_queue, surroundings.stateFile, this)), m_model(new QueueModel(*m_queue, this)),
      m_rows(new QueueFilter(this))
{
    setObjectName("queueView");
    setWindowTitle(tr("Convert to CPU"));
    setAcceptDrops(true);
    m_rows->setSourceModel(m_model);
    layOut();
    m_overlay = new DropOverlay(this);
    restoreGeometry(m_settings.value("queue/geometry").toByteArray());
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &QueueView::followProgress);
    connect(m_queue, &ConversionQueue::changed, this, &QueueView::follow);
    connect(m_queue, &ConversionQueue::settled, this, &QueueView::followEnd);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& /*parent*/, int first) { followAdded(first); });
    const auto answer = [this](NoticeBar* bar, QueueQuestion question) {
        connect(bar, &NoticeBar::accepted, m_queue, [this, question] { m_queue->answerAll(question, true); });
        connect(bar, &NoticeBar::refused, m_queue, [this, question] { m_queue->answerAll(question, false); });
    };
    answer(m_lossQuestion, QueueQuestion::Loss);
    answer(m_existingQuestion, QueueQuestion::Existing);
    connect(m_closeQuestion, &NoticeBar::accepted, this, [this] { m_closesWhenDone = true; });
    connect(m_closeQuestion, &NoticeBar::refused, this, [this] {
        m_queue->setPaused(true);
        close();
    });
    connect(m_queue, &ConversionQueue::noticed, this,
            [this](const QString& words) { words.isEmpty() ? m_notice->hide() : m_notice->ask(words, {}); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &QueueView::followRow);
    follow();
    followRow();
    offerToGoOn();
}

QueueView::~QueueView()
{
    delete m_store; // while there is a queue to be remembered
}

std::size_t QueueView::leftCount() const
{
    return m_store->leftCount();
}

void QueueView::offerToGoOn()
{
    if (const std::size_t left = leftCount(); left != 0) {
        m_offer->ask(leftWords(left), tr("Go on"), tr("Forget it"), true);
        m_offer->setToolTip(plainTip(leftNames(m_store->left())));
        connect(m_offer, &NoticeBar::accepted, this, [this] {
            // As they were begun, but not what was added since: that was to be converted in another way.
            if (m_queue->items().empty() && m_store->leftOptions()) {
                m_options->setOptions(*m_store->leftOptions());
            }
            m_store->resume();
        });
        connect(m_offer, &NoticeBar::refused, m_store, &QueueStore::forget);
    }
}

void QueueView::add(const QStringList& paths)
{
    std::vector<std::string> wanted;
    for (const QString& path : paths) {
        if (QueueOptionsPanel::isRecipeName(path)) {
            m_options->openRecipe(path);
            continue;
        }
        wanted.push_back(pathBytes(QFileInfo(path).absoluteFilePath()));
    }
    m_showsAdded = true;
    m_queue->add(wanted);
}

void QueueView::add(const DroppedFiles& files)
{
    for (const QString& address : files.remote) {
        m_queue->refuse(address.toStdString(), remoteRefusal());
    }
    add(files.paths);
}

void QueueView::addFiles()
{
    m_prompts.askForFiles(this, tr("Convert checkpoints to CPU"), [this](const QStringList& paths) { add(paths); });
}

void QueueView::addFolder()
{
    m_prompts.askForFolder(this, tr("Convert the checkpoints in a folder to CPU"),
                           [this](const QString& path) { add(QStringList{path}); });
}

void QueueView::paste()
{
    if (const QMimeData* clip = QGuiApplication::clipboard()->mimeData()) {
        add(droppedFiles(*clip));
    }
}

void QueueView::exportReport()
{
    m_prompts.askForTarget(
        this, tr("Save the report"), QStringLiteral("conversion.json"), tr("JSON (*.json);;CSV (*.csv)"),
        [this](const QString& path) {
            const bool isCsv = path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
            const QString failure = saveFile(path, isCsv ? reportCsv(*m_queue) : reportJson(*m_queue));
            m_notice->ask(failure.isEmpty() ? tr("The report was saved as %1.").arg(shown(pathBytes(path)))
                                            : tr("The report was not saved: %1").arg(failure),
                          {});
        });
}

std::vector<const QueueItem*> QueueView::selectedItems() const
{
    std::vector<const QueueItem*> items;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        items.push_back(&m_model->itemAt(m_rows->mapToSource(index).row()));
    }
    return items;
}

const QueueItem* QueueView::currentItem() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model->itemAt(m_rows->mapToSource(index).row()) : nullptr;
}

void QueueView::copyCommand()
{
    std::vector<const QueueItem*> items = selectedItems();
    if (items.size() < 2) {
        items.clear();
        for (const QueueItem& item : m_queue->items()) {
            items.push_back(&item);
        }
    }
    const auto lines = commandLines(items, m_queue->options());
    if (lines && !lines->isEmpty()) {
        QGuiApplication::clipboard()->setText(*lines);
        m_notice->ask(tr("%n command line(s) copied.", nullptr, static_cast<int>(lines->count(u'\n'))), {});
    } else if (lines) {
        m_notice->ask(tr("No file of the queue is converted, so there is no command to copy."), {});
    } else {
        m_notice->ask(tr("This device map has rules that fit on no command line. Save the options as a recipe, and the "
                         "command will name it."),
                      {});
    }
}

/// Nothing more begins here while a plan is made of it, nor when it is made.
void QueueView::makePlan()
{
    const bool wasPaused = m_queue->isPaused();
    m_queue->setPaused(true);
    auto* dialog = new PlanDialog(planSelection(*m_queue), m_prompts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PlanDialog::openRequested, this, &QueueView::openRequested);
    connect(dialog, &PlanDialog::made, dialog, [dialog] { dialog->setProperty(kPlanMade, true); });
    connect(dialog, &QDialog::finished, this,
            [this, dialog, wasPaused] { m_queue->setPaused(wasPaused || dialog->property(kPlanMade).toBool()); });
    dialog->open();
}

void QueueView::removeRows(bool onlySelected)
{
    std::vector<std::uint64_t> ids;
    if (onlySelected) {
        for (const QueueItem* item : selectedItems()) {
            ids.push_back(item->id);
        }
    } else {
        for (const QueueItem& item : m_queue->items()) {
            if (item.state() != QueueState::Waiting && item.state() != QueueState::Held) {
                ids.push_back(item.id);
            }
        }
    }
    m_queue->remove(ids);
}

void QueueView::moveRows(int by)
{
    QList<int> rows; // as shown
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        rows.append(index.row());
    }
    std::ranges::sort(rows);
    const int neighbour = rows.isEmpty() ? -1 : by < 0 ? rows.front() - 1 : rows.back() + 1;
    if (neighbour < 0 || neighbour >= m_rows->rowCount()) {
        return;
    }
    std::vector<std::uint64_t> ids;
    for (const int row : std::as_const(rows)) {
        ids.push_back(m_model->itemAt(m_rows->mapToSource(m_rows->index(row, 0)).row()).id);
    }
    const int place = m_rows->mapToSource(m_rows->index(neighbour, 0)).row();
    m_queue->move(ids, static_cast<std::size_t>(by < 0 ? place : place + 1));
    m_table->scrollTo(m_table->currentIndex());
}

/// Each question is asked in its place above the list, once for all files that it is about.
void QueueView::followQuestions()
{
    std::array<std::size_t, 2> held{};
    for (const QueueItem& item : m_queue->items()) {
        if (item.state() == QueueState::Held) {
            ++held[item.outcome.question == QueueQuestion::Loss ? 0 : 1];
        }
    }
    const std::array<NoticeBar*, 2> bars = {m_lossQuestion, m_existingQuestion};
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (held[i] == m_asked[i]) {
            continue;
        }
        m_asked[i] = held[i];
        const auto count = static_cast<int>(held[i]);
        if (count == 0) {
            bars[i]->hide();
        } else if (i == 0) {
            bars[i]->ask(
                grouped(tr("%n file(s) would lose something; their rows say what. None of these was written yet.",
                           nullptr, count),
                        held[i]),
                tr("Convert anyway"), tr("Leave them"));
        } else {
            bars[i]->ask(grouped(tr("%n copies exist already; they are not written over.", nullptr, count), held[i]),
                         tr("Number the copies"), tr("Skip these files"));
        }
    }
}

/// All is done that can be done: whoever is looking at something else may want to know.
void QueueView::followEnd()
{
    follow();
    if (!std::exchange(m_wasBusy, false)) {
        return;
    }
    m_prompts.showProgress(-1);
    m_closeQuestion->hide();
    const QueueTotals totals = m_queue->totals();
    if (std::exchange(m_closesWhenDone, false) && totals.held + totals.failed + totals.damaged == 0) {
        close(); // what failed or asks is looked at first
    }
    if (!isActiveWindow()) {
        m_prompts.notify(this, totals.held != 0 ? tr("The conversion has a question") : tr("Converted"),
                         sentence(summaryText(totals)));
    }
}

void QueueView::follow()
{
    const QueueTotals totals = m_queue->totals();
    const bool isEmpty = m_queue->items().empty();
    m_stack->setCurrentIndex(isEmpty && !m_queue->isSearching() ? 0 : 1);
    const bool isBusy = m_queue->isBusy();
    m_wasBusy = m_wasBusy || isBusy;
    followQuestions();
    isBusy ? m_timer.start() : m_timer.stop();
    m_pauseAction->setEnabled(isBusy || m_queue->isPaused());
    m_pauseAction->setChecked(m_queue->isPaused());
    m_pauseAction->setText(m_queue->isPaused() ? tr("Go on") : tr("Pause"));
    m_cancelAllAction->setEnabled(isBusy);
    m_clearAction->setEnabled(totals.done + totals.skipped + totals.failed + totals.cancelled != 0);
    m_exportAction->setEnabled(!isEmpty);
    m_commandAction->setEnabled(!isEmpty);
    m_planAction->setEnabled(!isEmpty && !m_queue->isSearching());
    m_retryFailedAction->setVisible(totals.failed != 0);
    const std::array<std::size_t, 5> counts = {m_queue->items().size(), totals.waiting + totals.running + totals.held,
                                               totals.done, totals.skipped, totals.failed + totals.cancelled};
    const QString undone = totals.cancelled == 0 ? tr("Failed")
                           : totals.failed == 0  ? tr("Cancelled")
                                                 : tr("Failed or cancelled");
    const std::array<QString, 5> names = {tr("All"), tr("To do"), tr("Converted"), tr("Skipped"), undone};
    if (counts[static_cast<std::size_t>(m_rows->wanted())] == 0) {
        showRows(QueueFilter::Wanted::All); // rather than an empty list
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        QAbstractButton* button = m_filters->button(static_cast<int>(i));
        button->setText(QStringLiteral("%1  %2").arg(names[i], countText(counts[i])));
        button->setEnabled(i == 0 || counts[i] != 0);
    }
    followProgress();
    followRow();
}

void QueueView::followProgress()
{
    m_model->refreshRunning();
    const QueueTotals totals = m_queue->totals();
    const bool isBusy = m_queue->isBusy();
    m_progress->setVisible(isBusy);
    const double part =
        totals.bytes == 0 ? 0 : static_cast<double>(totals.bytesWorked) / static_cast<double>(totals.bytes);
    m_progress->setRange(0, totals.bytes == 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(1000 * part));
    if (isBusy) {
        m_prompts.showProgress(part);
    }
    if (m_queue->isSearching()) {
        const std::uint64_t searched = m_queue->searched();
        m_summary->setText(tr("Searching: %1 file(s) looked at", nullptr, pluralOf(searched)).arg(countText(searched)));
    } else if (isBusy) {
        QString text =
            tr("%1 · %2 of %3").arg(summaryText(totals), bytesText(totals.bytesWorked), bytesText(totals.bytes));
        if (m_queue->isPaused()) {
            text = (totals.running != 0 ? tr("Paused after the files that are being written") : tr("Paused")) +
                   QStringLiteral(" · ") + text;
        } else if (part > 0.02 && totals.seconds > 1) {
            text += tr(" · %1 left").arg(durationText(totals.seconds * (1 - part) / part));
        }
        m_summary->setText(text);
    } else {
        m_summary->setText(m_queue->items().empty() ? QString() : sentence(summaryText(totals)));
    }
}

void QueueView::followRow()
{
    const QueueItem* item = currentItem();
    const std::vector<const QueueItem*> chosen = selectedItems();
    const auto any = [&](auto&& fits) { return std::ranges::any_of(chosen, fits); };
    const bool isDone = item != nullptr && item->state() == QueueState::Done;
    m_openAction->setEnabled(item != nullptr && !item->path.empty());
    const bool isSalvageable = item != nullptr && item->outcome.isSalvageable;
    m_openAction->setText(isDone          ? tr("&Open the copy")
                          : isSalvageable ? tr("Rescue what is wh&ole…")
                                          : tr("&Open the file"));
    m_folderAction->setEnabled(item != nullptr);
    m_cancelAction->setEnabled(any([](const QueueItem* each) {
        return each->state() == QueueState::Running || each->state() == QueueState::Waiting ||
               each->state() == QueueState::Held;
    }));
    const bool isHeld = any([](const QueueItem* each) { return each->state() == QueueState::Held; });
    m_retryAction->setText(isHeld ? tr("Convert &anyway") : tr("&Try again"));
    const bool isToCome = any([](const QueueItem* each) { return isToDo(each->state()); });
    m_earlierAction->setEnabled(isToCome);
    m_laterAction->setEnabled(isToCome);
    m_retryAction->setEnabled(any([](const QueueItem* each) {
        return each->state() == QueueState::Failed || each->state() == QueueState::Cancelled ||
               each->state() == QueueState::Skipped || each->state() == QueueState::Held;
    }));
    m_removeAction->setEnabled(any([](const QueueItem* each) { return each->state() != QueueState::Running; }));
    QString text;
    if (item != nullptr) {
        text = shown(item->path);
        if (isDone) {
            text += QStringLiteral(" → ") + shown(item->outcome.target);
        }
        if (!item->outcome.words.isEmpty()) {
            text += u'\n' + stateName(item->state()) + QStringLiteral(": ") + item->outcome.words;
        }
        if (!item->outcome.losses.isEmpty()) {
            text += u'\n' + item->outcome.losses.join(u'\n');
        }
    }
    const bool isHint = text.isEmpty();
    m_details->setForegroundRole(isHint ? QPalette::PlaceholderText : QPalette::WindowText);
    m_details->setText(isHint ? tr("Select a file to read what became of it.") : text);
}

void QueueView::showRows(QueueFilter::Wanted wanted)
{
    m_filters->button(static_cast<int>(wanted))->setChecked(true);
    m_rows->setWanted(wanted);
}

/// The first of the files that a person has added is seen, whatever was seen before.
void QueueView::followAdded(int first)
{
    if (!std::exchange(m_showsAdded, false)) {
        return;
    }
    const QueueFilter::Wanted wanted = m_rows->wanted();
    if (wanted != QueueFilter::Wanted::All && wanted != QueueFilter::Wanted::Left) {
        showRows(QueueFilter::Wanted::All);
    }
    m_table->scrollTo(m_rows->mapFromSource(m_model->index(first, 0)), QAbstractItemView::PositionAtCenter);
}

void QueueView::retryFailed()
{
    std::vector<std::uint64_t> ids; // the items may move meanwhile
    for (const QueueItem& item : m_queue->items()) {
        if (item.state() == QueueState::Failed) {
            ids.push_back(item.id);
        }
    }
    for (const std::uint64_t id : ids) {
        m_queue->retry(id);
    }
}

/// Rows of the list are no new files.
bool QueueView::isOwnDrag(const QDropEvent& event) const
{
    return event.source() != nullptr && qobject_cast<QWidget*>(event.source())->window() == window();
}

void QueueView::dragEnterEvent(QDragEnterEvent* event)
{
    if (const DroppedFiles files = droppedFiles(*event->mimeData()); !isOwnDrag(*event) && !files.isEmpty()) {
        event->acceptProposedAction();
        m_overlay->appear(files, DropAction::Convert);
        m_overlay->light(DropAction::Convert);
    }
}

void QueueView::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    m_overlay->hide();
}

void QueueView::dropEvent(QDropEvent* event)
{
    m_overlay->hide();
    if (const DroppedFiles files = droppedFiles(*event->mimeData()); !isOwnDrag(*event) && !files.isEmpty()) {
        event->acceptProposedAction();
        add(files);
    }
}

void QueueView::resizeEvent(QResizeEvent* event)
{
    constexpr int besideEachOther = 880; // the halves of the options
    m_options->setNarrow(width() < besideEachOther);
    QWidget::resizeEvent(event);
}

/// Nothing shall be converted unseen, nor end with the application without a word.
void QueueView::askBeforeClosing()
{
    m_closesWhenDone = false;
    m_closeQuestion->ask(tr("The conversion has not finished. If it is paused, it can go on the next time."),
                         tr("Close when it has"), tr("Pause it and close"), true);
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

void QueueView::closeEvent(QCloseEvent* event)
{
    if (m_queue->isBusy() && !m_queue->isPaused()) {
        event->ignore();
        askBeforeClosing();
        return;
    }
    m_settings.setValue("queue/geometry", saveGeometry());
    QWidget::closeEvent(event);
}

} // namespace cairn::ui
