#include "ui/common/prompts.h"

#include "ui/common/queue_prompts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

namespace cairn::ui {

namespace {

QString promptText(const char* text)
{
    return QCoreApplication::translate("FileDialogs", text);
}

/// The first one: "npy" of "NumPy (*.npy)".
QString endingOf(const QString& kind)
{
    const qsizetype start = kind.lastIndexOf(QStringLiteral("(*.")) + 3;
    const qsizetype end = kind.indexOf(QRegularExpression(QStringLiteral("[ )]")), start);
    return kind.mid(start, end - start);
}

/// The kind that is chosen ends the name: one that was typed without an ending, and one that has that of another kind.
void offerKinds(QFileDialog& dialog, const QStringList& kinds)
{
    dialog.setNameFilters(kinds);
    dialog.setDefaultSuffix(endingOf(kinds.front()));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog, kinds](const QString& chosen) {
        const QString ending = endingOf(chosen);
        dialog.setDefaultSuffix(ending);
        const QString name = QFileInfo(dialog.selectedFiles().value(0)).fileName();
        for (const QString& kind : kinds) {
            const QString old = u'.' + endingOf(kind);
            if (kind != chosen && name.endsWith(old) && !name.endsWith(u'.' + ending)) {
                dialog.selectFile(name.chopped(old.size()) + u'.' + ending);
                return;
            }
        }
    });
}

} // namespace

void FileDialogs::openFiles(QWidget* parent, const FilesChosen& chosen)
{
    QFileDialog* dialog =
        makeFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Open")), QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->open();
}

void FileDialogs::saveFile(QWidget* parent, const QString& suggestion, const QStringList& kinds, const Chosen& chosen)
{
    QFileDialog* dialog =
        makeFileDialog(parent, promptText(QT_TRANSLATE_NOOP("FileDialogs", "Save as")), QFileDialog::AnyFile);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDirectory(QFileInfo(suggestion).absolutePath());
    if (!kinds.isEmpty()) {
        offerKinds(*dialog, kinds);
    }
    dialog->selectFile(QFileInfo(suggestion).fileName());
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->open();
}

void FileDialogs::askForFolder(QWidget* parent, const QString& title, const Chosen& chosen)
{
    QueueDialogs().askForFolder(parent, title, chosen);
}

} // namespace cairn::ui
