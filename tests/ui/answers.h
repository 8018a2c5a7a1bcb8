#pragma once

#include "ui/common/prompts.h"

namespace cairn::test {

/// A person who has one answer to every question of the window.
class Answers final : public ui::Prompts {
public:
    QStringList files;
    QString target;
    QString folder;
    QString suggestion;       ///< of the name that was asked for last
    QStringList offeredKinds; ///< of files, then
    int timesAskedForTarget = 0;

    void openFiles(QWidget* /*parent*/, const FilesChosen& chosen) override { chosen(files); }
    void saveFile(QWidget* /*parent*/, const QString& proposed, const QStringList& kinds, const Chosen& chosen) override
    {
        suggestion = proposed;
        offeredKinds = kinds;
        ++timesAskedForTarget;
        chosen(target);
    }
    void askForFolder(QWidget* /*parent*/, const QString& /*title*/, const Chosen& chosen) override { chosen(folder); }
};

} // namespace cairn::test
