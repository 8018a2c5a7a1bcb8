#include "ui/queue/queue_view.h"

#include "ui/panels/notice_bar.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/dropped_files.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_prompts.h"
#include "ui/queue/queue_report.h"
#include "ui/queue/queue_store.h"
#include "ui/text/display.h"
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
#include <QSaveFile>
#include <QSettings>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>
#include <array>

namespace cairn::ui {

namespace {

} // namespace

QueueView::QueueView(const QueueSurroundings& surroundings, QWidget* parent)
    : QWidget(parent), m_settings(surroundings.settings), m_prompts(surroundings.prompts),
      m_queue(new ConversionQueue(savedOptions(surroundings.settings), this)),
      m_store(new QueueStore(*m_queue, surroundings.stateFile, this)), m_model(new QueueModel(*m_queue, this)),
      m_rows(new QueueFilter(this))
{
    setObjectName("queueView");
    setWindowTitle(tr("Convert to CPU"));
    setAcceptDrops(true);
    m_rows->setSourceModel(m_model);
    layOut();
    restoreGeometry(m_settings.value("queue/geometry").toByteArray());
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &QueueView::followProgress);
    connect(m_queue, &ConversionQueue::changed, this, &QueueView::follow);
    connect(m_queue, &ConversionQueue::settled, this, &QueueView::follow);
    connect(m_queue, &ConversionQueue::noticed, this, [this](const QString& words) { m_notice->ask(words, {}); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &QueueView::followRow);
    follow();
    followRow();
    offerToGoOn();
}

QueueView::~QueueView()
{
    delete m_store; // while there is a queue to be remembered
}

bool QueueView::offersToGoOn() const
{
    return m_store->leftCount() != 0;
}

void QueueView::offerToGoOn()
{
    if (const auto left = static_cast<int>(m_store->leftCount()); left != 0) {
        m_offer->ask(tr("The last conversion ended before it was done: %n file(s) are left.", nullptr, left),
                     tr("Go on"));
        connect(m_offer, &NoticeBar::accepted, m_store, &QueueStore::goOn);
    }
}

void QueueView::add(const QStringList& paths)
{
    std::vector<std::string> wanted;
    for (const QString& path : paths) {
        wanted.push_back(pathBytes(QFileInfo(path).absoluteFilePath()));
    }
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
    m_prompts.askForTarget(this, tr("Save the report"), QStringLiteral("conversion.json"),
                           tr("JSON (*.json);;CSV (*.csv)"), [this](const QString& path) {
                               const bool isCsv = path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
                               QSaveFile file(path);
                               const QByteArray text = isCsv ? reportCsv(*m_queue) : reportJson(*m_queue);
                               const bool isSaved =
                                   file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
                               m_notice->ask(isSaved ? tr("The report was saved as %1.").arg(shown(pathBytes(path)))
                                                     : tr("The report was not saved: %1.").arg(file.errorString()),
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
    const QString lines = commandLines(items, m_queue->options());
    QGuiApplication::clipboard()->setText(lines);
    m_notice->ask(lines.isEmpty() ? tr("No file of the queue is converted, so there is no command to copy.")
                                  : tr("%n command line(s) copied.", nullptr, static_cast<int>(lines.count(u'\n'))),
                  {});
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
            if (item.state() != QueueState::Waiting) {
                ids.push_back(item.id);
            }
        }
    }
    m_queue->remove(ids);
}

void QueueView::follow()
{
    const QueueTotals totals = m_queue->totals();
    const bool isEmpty = m_queue->items().empty();
    m_stack->setCurrentIndex(isEmpty && !m_queue->isSearching() ? 0 : 1);
    const bool isBusy = m_queue->isBusy();
    isBusy ? m_timer.start() : m_timer.stop();
    m_pauseAction->setEnabled(isBusy || m_queue->isPaused());
    m_pauseAction->setChecked(m_queue->isPaused());
    m_pauseAction->setText(m_queue->isPaused() ? tr("Go on") : tr("Pause"));
    m_cancelAllAction->setEnabled(isBusy);
    m_clearAction->setEnabled(totals.done + totals.skipped + totals.failed + totals.cancelled != 0);
    m_exportAction->setEnabled(!isEmpty);
    m_commandAction->setEnabled(!isEmpty);
    const std::array<std::size_t, 5> counts = {m_queue->items().size(), totals.waiting + totals.running, totals.done,
                                               totals.skipped, totals.failed + totals.cancelled};
    const std::array<QString, 5> names = {tr("All"), tr("To do"), tr("Converted"), tr("Skipped"), tr("Not done")};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        QAbstractButton* button = m_filters->button(static_cast<int>(i));
        button->setText(QStringLiteral("%1  %2").arg(names[i], countText(counts[i])));
        button->setEnabled(i == 0 || counts[i] != 0 || button->isChecked());
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
    if (m_queue->isSearching()) {
        m_summary->setText(tr("Searching: %1 files looked at").arg(countText(m_queue->searched())));
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
    m_openAction->setText(isDone ? tr("&Open the copy") : tr("&Open the file"));
    m_folderAction->setEnabled(item != nullptr);
    m_cancelAction->setEnabled(any([](const QueueItem* each) {
        return each->state() == QueueState::Running || each->state() == QueueState::Waiting;
    }));
    m_retryAction->setEnabled(any([](const QueueItem* each) {
        return each->state() == QueueState::Failed || each->state() == QueueState::Cancelled ||
               each->state() == QueueState::Skipped;
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
    }
    m_details->setText(text);
    m_details->setVisible(!text.isEmpty());
}

void QueueView::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void QueueView::dropEvent(QDropEvent* event)
{
    if (const DroppedFiles files = droppedFiles(*event->mimeData()); !files.isEmpty()) {
        event->acceptProposedAction();
        add(files);
    }
}

void QueueView::closeEvent(QCloseEvent* event)
{
    m_settings.setValue("queue/geometry", saveGeometry());
    QWidget::closeEvent(event);
}

} // namespace cairn::ui
