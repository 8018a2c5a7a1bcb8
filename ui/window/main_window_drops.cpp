#include "core/remote/address.h"
#include "ui/queue/drop_overlay.h"
#include "ui/text/display.h"
#include "ui/window/main_window.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QStatusBar>

namespace cairn::ui {

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const DroppedFiles files = droppedFiles(*event->mimeData());
    if (files.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    const QString first = files.paths.isEmpty() ? files.remote.front() : QFileInfo(files.paths.front()).fileName();
    m_overlay->appear(files.count() == 1 ? shown(first.toStdString())
                                         : tr("%n files and folders", nullptr, static_cast<int>(files.count())),
                      savedDropAction(m_settings));
    m_overlay->light(m_overlay->actionAt(event->position().toPoint(), event->modifiers()));
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event)
{
    event->acceptProposedAction();
    m_overlay->light(m_overlay->actionAt(event->position().toPoint(), event->modifiers()));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    m_overlay->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_overlay->hide();
    const DroppedFiles files = droppedFiles(*event->mimeData());
    if (files.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    takeFiles(files, m_overlay->actionAt(event->position().toPoint(), event->modifiers()));
}

void MainWindow::takeFiles(const DroppedFiles& files, DropAction wish)
{
    if (wish == DropAction::Convert && !files.isEmpty()) {
        Q_EMIT conversionRequested(files);
        return;
    }
    open(files.paths);
    for (const QString& address : files.remote) {
        if (remote::isAddress(address.toStdString())) {
            open({address});
        } else {
            statusBar()->showMessage(tr("%1 is no address that Cairn reads").arg(shown(address.toStdString())));
        }
    }
}

} // namespace cairn::ui
