#include "ui/queue/queue_prompts.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

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
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
}

} // namespace cairn::ui
