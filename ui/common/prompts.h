#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace cairn::ui {

/// Where the window asks a person for file names. Never blocks: the answer comes by a call, or not at all. Tests bring
/// their own.
class Prompts {
public:
    using Chosen = std::function<void(const QString& path)>;
    using FilesChosen = std::function<void(const QStringList& paths)>;

    virtual ~Prompts() = default;
    Prompts() = default;
    Prompts(const Prompts&) = delete;
    Prompts& operator=(const Prompts&) = delete;

    virtual void openFiles(QWidget* parent, const FilesChosen& chosen) = 0;
    /// A file that is there already is only chosen after the person agreed to replace it. `kinds`: filters as
    /// "NumPy (*.npy)", the one of the suggestion first; the chosen one says the ending of a name without one.
    virtual void saveFile(QWidget* parent, const QString& suggestion, const QStringList& kinds,
                          const Chosen& chosen) = 0;
    virtual void askForFolder(QWidget* parent, const QString& title, const Chosen& chosen) = 0;
};

/// The dialogs of the desktop.
class FileDialogs final : public Prompts {
public:
    void openFiles(QWidget* parent, const FilesChosen& chosen) override;
    void saveFile(QWidget* parent, const QString& suggestion, const QStringList& kinds, const Chosen& chosen) override;
    void askForFolder(QWidget* parent, const QString& title, const Chosen& chosen) override;
};

} // namespace cairn::ui
