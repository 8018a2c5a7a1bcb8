#include "ui/common/prompts.h"

#include "ui/common/queue_prompts.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace cairn::ui {

namespace {

QString promptText(const char* text)
{
    return QCoreApplication::translate("FileDialogs", text);
}

} // namespace

void FileDialogs::openFiles(QWidget* parent, const FilesChosen& chosen)
{
    auto* dialog = new QFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Open")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->open();
}

void FileDialogs::saveFile(QWidget* parent, const QString& suggestion, const Chosen& chosen)
{
    auto* dialog = new QFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Save as")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDirectory(QFileInfo(suggestion).absolutePath());
    dialog->selectFile(QFileInfo(suggestion).fileName());
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

void FileDialogs::askForFolder(QWidget* parent, const QString& title, const Chosen& chosen)
{
    QueueDialogs().askForFolder(parent, title, chosen);
}

} // namespace cairn::ui
