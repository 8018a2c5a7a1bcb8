#include "ui/common/queue_prompts.h"

#include "ui/common/desktop_calls.h"

#include <QApplication>
#include <QFileDialog>

namespace cairn::ui {

namespace {

QFileDialog* makeDialog(QWidget* parent, const QString& title, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    return dialog;
}

} // namespace

void QueueDialogs::askForFiles(QWidget* parent, const QString& title, const FilesChosen& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->open();
}

void QueueDialogs::askForFolder(QWidget* parent, const QString& title, const Chosen& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

void QueueDialogs::askForTarget(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                                const Chosen& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, QFileDialog::AnyFile);
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
