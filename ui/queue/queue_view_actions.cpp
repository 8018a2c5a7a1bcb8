#include "ui/common/make_action.h"
#include "ui/common/queue_prompts.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_view.h"
#include "ui/text/display.h"

#include <QAction>
#include <QApplication>
#include <QToolBar>
#include <QTreeView>

namespace cairn::ui {

void QueueView::makeActions()
{
    QAction* files =
        makeAction(this, "addFilesAction", tr("Add &files…"), QKeySequence::Open, tr("Convert more files"));
    QAction* folder =
        makeAction(this, "addFolderAction", tr("Add f&older…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
                   tr("Convert the checkpoints in a folder, found by content"));
    QAction* paste =
        makeAction(this, "pasteAction", tr("&Paste"), QKeySequence::Paste, tr("Convert files from the clipboard"));
    m_pauseAction = makeAction(this, "pauseAction", tr("Pause"), QKeySequence(Qt::CTRL | Qt::Key_P),
                               tr("Begin no more files; those that are being written are finished"));
    m_pauseAction->setCheckable(true);
    m_cancelAllAction = makeAction(this, "cancelAllAction", tr("Cancel all"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                                   tr("Stop everything; what is half written is taken away"));
    m_retryFailedAction =
        makeAction(this, "retryFailedAction", tr("Try failed again"), QKeySequence(Qt::SHIFT | Qt::Key_F5),
                   tr("Convert all files that failed once more"));
    m_clearAction =
        makeAction(this, "clearAction", tr("Clear finished"), {}, tr("Take all rows away but those still to do"));
    m_exportAction = makeAction(this, "exportAction", tr("Save report…"), QKeySequence::Save,
                                tr("Save what became of every file, as JSON or CSV"));
    m_commandAction =
        makeAction(this, "commandAction", tr("Copy command"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                   tr("Copy the cairn-cli command lines that make the same copies"));
    m_planAction = makeAction(this, "planAction", tr("Make a &plan for a cluster…"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                              tr("Have other machines convert these files: make the plan of a batch"));
    m_planAction->setIconText(tr("Plan for a cluster…"));
    QAction* close = makeAction(this, "closeQueueAction", tr("Close"), QKeySequence::Close, tr("Close this window"));
    QAction* quit =
        makeAction(this, "quitAction", tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Close all windows"));
    QAction* help =
        makeAction(this, "helpAction", tr("Help"), QKeySequence::HelpContents, tr("Read about copies of many files"));
    connect(help, &QAction::triggered, this, &QueueView::helpRequested);
    connect(quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    connect(m_retryFailedAction, &QAction::triggered, this, &QueueView::retryFailed);
    connect(files, &QAction::triggered, this, &QueueView::addFiles);
    connect(folder, &QAction::triggered, this, &QueueView::addFolder);
    connect(paste, &QAction::triggered, this, &QueueView::paste);
    connect(m_pauseAction, &QAction::triggered, m_queue, &ConversionQueue::setPaused);
    connect(m_cancelAllAction, &QAction::triggered, m_queue, &ConversionQueue::cancelAll);
    connect(m_clearAction, &QAction::triggered, this, [this] { removeRows(false); });
    connect(m_exportAction, &QAction::triggered, this, &QueueView::exportReport);
    connect(m_commandAction, &QAction::triggered, this, &QueueView::copyCommand);
    connect(m_planAction, &QAction::triggered, this, &QueueView::makePlan);
    connect(close, &QAction::triggered, this, &QWidget::close);
    m_optionsAction = makeAction(this, "optionsAction", tr("Options"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
                                 tr("How copies are made, what they are called and where they go"));
    m_optionsAction->setCheckable(true);
    m_bar->addActions({files, folder, m_optionsAction});
    m_bar->addSeparator();
    m_bar->addActions({m_pauseAction, m_cancelAllAction});
    m_bar->addSeparator();
    m_bar->addActions({m_retryFailedAction, m_clearAction, m_exportAction, m_commandAction, m_planAction});
}

void QueueView::makeRowActions()
{
    m_openAction = makeAction(this, "openResultAction", tr("&Open the copy"), {}, tr("Look into the file"));
    m_folderAction = makeAction(this, "showFolderAction", tr("Show in &folder"), {}, tr("Show where the file is"));
    m_cancelAction = makeAction(this, "cancelAction", tr("&Cancel"), {}, tr("Do not convert the selected files"));
    m_earlierAction = makeAction(this, "earlierAction", tr("&Earlier"), QKeySequence(Qt::ALT | Qt::Key_Up),
                                 tr("Convert the selected files before the one above"));
    m_laterAction = makeAction(this, "laterAction", tr("&Later"), QKeySequence(Qt::ALT | Qt::Key_Down),
                               tr("Convert the selected files after the one below"));
    m_retryAction = makeAction(this, "retryAction", tr("&Try again"), QKeySequence(Qt::Key_F5),
                               tr("Convert the selected files once more"));
    m_removeAction = makeAction(this, "removeAction", tr("&Remove from the list"), QKeySequence::Delete,
                                tr("Take the selected rows away; files stay"));
    const auto pathOf = [](const QueueItem& item) {
        const bool isDone = item.state() == QueueState::Done;
        return pathFromBytes(isDone ? item.outcome.target : item.path);
    };
    connect(m_openAction, &QAction::triggered, this, [this, pathOf] {
        if (const QueueItem* item = currentItem()) {
            Q_EMIT openRequested(pathOf(*item));
        }
    });
    connect(m_folderAction, &QAction::triggered, this, [this, pathOf] {
        if (const QueueItem* item = currentItem()) {
            m_prompts.showFolderOf(pathOf(*item));
        }
    });
    const auto forSelected = [this](void (ConversionQueue::*work)(std::uint64_t)) {
        std::vector<std::uint64_t> ids; // the items may move meanwhile
        for (const QueueItem* item : selectedItems()) {
            ids.push_back(item->id);
        }
        for (const std::uint64_t id : ids) {
            (m_queue->*work)(id);
        }
    };
    connect(m_cancelAction, &QAction::triggered, this, [forSelected] { forSelected(&ConversionQueue::cancel); });
    connect(m_retryAction, &QAction::triggered, this, [forSelected] { forSelected(&ConversionQueue::retry); });
    connect(m_removeAction, &QAction::triggered, this, [this] { removeRows(true); });
    connect(m_earlierAction, &QAction::triggered, this, [this] { moveRows(-1); });
    connect(m_laterAction, &QAction::triggered, this, [this] { moveRows(1); });
    auto* separator = new QAction(this);
    separator->setSeparator(true);
    m_table->addActions({m_openAction, m_folderAction, separator, m_retryAction, m_cancelAction, m_earlierAction,
                         m_laterAction, m_removeAction});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace cairn::ui
