#pragma once

#include <QFileDialog>
#include <QStringList>

#include <functional>

class QWidget;

namespace cairn::ui {

/// Where the queue asks a person for names, and tells the desktop what a person should see. Never blocks: the answer
/// comes by a call, or not at all. Tests bring their own.
class QueuePrompts {
public:
    using Chosen = std::function<void(const QString& path)>;
    using FilesChosen = std::function<void(const QStringList& paths)>;

    virtual ~QueuePrompts() = default;
    QueuePrompts() = default;
    QueuePrompts(const QueuePrompts&) = delete;
    QueuePrompts& operator=(const QueuePrompts&) = delete;

    virtual void askForFiles(QWidget* parent, const QString& title, const FilesChosen& chosen) = 0;
    virtual void askForFolder(QWidget* parent, const QString& title, const Chosen& chosen) = 0;
    /// A file that is there already is only chosen after the person agreed to replace it.
    virtual void askForTarget(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                              const Chosen& chosen) = 0;
    virtual void showFolderOf(const QString& path) = 0;
    /// For a person who is looking at something else.
    virtual void notify(QWidget* window, const QString& title, const QString& words) = 0;
    /// On the task bar, from 0 to 1; negative: nothing is going on.
    virtual void showProgress(double part) = 0;
};

/// A dialog that deletes itself, with room for names and for the times of files. Where the desktop has its own, that
/// comes instead.
[[nodiscard]] QFileDialog* makeFileDialog(QWidget* parent, const QString& title, QFileDialog::FileMode mode);

/// The dialogs of the desktop.
class QueueDialogs final : public QueuePrompts {
public:
    void askForFiles(QWidget* parent, const QString& title, const FilesChosen& chosen) override;
    void askForFolder(QWidget* parent, const QString& title, const Chosen& chosen) override;
    void askForTarget(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                      const Chosen& chosen) override;
    void showFolderOf(const QString& path) override;
    void notify(QWidget* window, const QString& title, const QString& words) override;
    void showProgress(double part) override;

private:
    int m_shownPercent = -1;
};

} // namespace cairn::ui
