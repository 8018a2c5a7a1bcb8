#include "ui/window/prompts.h"

#include <QFileDialog>

namespace cairn::ui {

namespace {

void ask(QFileDialog* dialog, const Prompts::Chosen& chosen)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

} // namespace

void FileDialogs::openFile(QWidget* parent, const Chosen& chosen)
{
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Open a checkpoint"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    ask(dialog, chosen);
}

void FileDialogs::saveFile(QWidget* parent, const QString& suggestion, const Chosen& chosen)
{
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Save a CPU copy"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(suggestion);
    ask(dialog, chosen);
}

} // namespace cairn::ui
