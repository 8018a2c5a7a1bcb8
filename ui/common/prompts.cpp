#include "ui/common/prompts.h"

#include "ui/common/queue_prompts.h"

#include <QCoreApplication>
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
    QFileDialog* dialog =
        makeFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Open")), QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->open();
}

void FileDialogs::saveFile(QWidget* parent, const QString& suggestion, const Chosen& chosen)
{
    QFileDialog* dialog =
        makeFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Save as")), QFileDialog::AnyFile);
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
