#include "ui/common/queue_prompts.h"

#include "ui/common/desktop_calls.h"

#include <QApplication>
#include <QHeaderView>
#include <QScreen>
#include <QTreeView>

namespace cairn::ui {

QFileDialog* makeFileDialog(QWidget* parent, const QString& title, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    const auto* list = dialog->findChild<QTreeView*>(QStringLiteral("treeView"));
    if (list == nullptr) {
        return dialog;
    }
    dialog->resize(QSize(920, 560).boundedTo(dialog->screen()->availableSize() * 9 / 10));
    QHeaderView& header = *list->header();
    for (int column = 0; column < header.count(); ++column) { // by itself it gives each the same, and cuts the times
        header.setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    return dialog;
}

void QueueDialogs::askForFiles(QWidget* parent, const QString& title, const FilesChosen& chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, title, QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->open();
}

void QueueDialogs::askForFolder(QWidget* parent, const QString& title, const Chosen& chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, title, QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

void QueueDialogs::askForTarget(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                                const Chosen& chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, title, QFileDialog::AnyFile);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(filter);
    dialog->selectFile(suggestion);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

void QueueDialogs::showFolderOf(const QString& path)
{
    showInFolder(path);
}

void QueueDialogs::notify(QWidget* window, const QString& title, const QString& words)
{
    QApplication::alert(window);
    sendNotification(title, words);
}

void QueueDialogs::showProgress(double part)
{
    const int percent = part < 0 ? -1 : static_cast<int>(100 * part);
    if (percent != m_shownPercent) {
        m_shownPercent = percent;
        sendLauncherProgress(part);
    }
}

} // namespace cairn::ui
