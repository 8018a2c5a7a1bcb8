#pragma once

#include "ui/common/queue_prompts.h"

#include <algorithm>

namespace cairn::test {

/// A person who has one answer to every question of the queue, and a desktop that remembers what it was told.
class FixedAnswers final : public ui::QueuePrompts {
public:
    QString answer;
    QString folderShown;
    QStringList notifications;
    double progress = -1;
    double mostProgress = -1;

    void askForFiles(QWidget* /*parent*/, const QString& /*title*/, const FilesChosen& chosen) override
    {
        chosen({answer});
    }
    void askForFolder(QWidget* /*parent*/, const QString& /*title*/, const Chosen& chosen) override { chosen(answer); }
    void askForTarget(QWidget* /*parent*/, const QString& /*title*/, const QString& /*suggestion*/,
                      const QString& /*filter*/, const Chosen& chosen) override
    {
        chosen(answer);
    }
    void showFolderOf(const QString& path) override { folderShown = path; }
    void notify(QWidget* /*window*/, const QString& title, const QString& words) override
    {
        notifications.append(title + QStringLiteral(": ") + words);
    }
    void showProgress(double part) override
    {
        progress = part;
        mostProgress = std::max(mostProgress, part);
    }
};

} // namespace cairn::test
