#include "core/remote/address.h"
#include "ui/plan/plan_windows.h"
#include "ui/queue/drop_overlay.h"
#include "ui/text/display.h"
#include "ui/window/main_window.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QInputDialog>
#include <QStatusBar>

namespace cairn::ui {

namespace {

/// Stays for as long as there is no address in it.
class AddressDialog : public QInputDialog {
public:
    explicit AddressDialog(QWidget* parent) : QInputDialog(parent) { setLabelText(kinds()); }

    void done(int result) override
    {
        if (result == Accepted && !remote::isAddress(textValue().trimmed().toStdString())) {
            setLabelText(kinds() + u'\n' + MainWindow::tr("This is none of them."));
            return;
        }
        QInputDialog::done(result);
    }

private:
    static QString kinds()
    {
        return MainWindow::tr("https://, hf://owner/name/file, s3://bucket/key, or the link of a page of the Hub");
    }
};

} // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const DroppedFiles files = droppedFiles(*event->mimeData());
    if (files.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    m_overlay->appear(files, savedDropAction(m_settings));
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

void MainWindow::askForAddress()
{
    auto* dialog = new AddressDialog(this);
    dialog->setObjectName("addressDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Open an address"));
    dialog->setOkButtonText(tr("Open"));
    if (const QString text = QGuiApplication::clipboard()->text().trimmed(); remote::isAddress(text.toStdString())) {
        dialog->setTextValue(text);
    }
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) { open({text.trimmed()}); });
    constexpr int comfortable = 560;
    dialog->resize(comfortable, dialog->sizeHint().height());
    dialog->open();
}

void MainWindow::takeFiles(const DroppedFiles& files, DropAction wish)
{
    if (wish == DropAction::Convert && !files.isEmpty()) {
        DroppedFiles rest = files;
        rest.paths.removeIf(
            [this](const QString& path) { return m_plans->open(path); }); // in one is nothing to convert
        if (!rest.isEmpty()) {
            Q_EMIT conversionRequested(rest);
        }
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
