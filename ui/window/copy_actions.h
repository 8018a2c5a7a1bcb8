#pragma once

#include "core/convert/recipe/recipe.h"
#include "ui/document/document.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QMenu;

namespace cairn {
class Progress;
}

namespace cairn::ui {

class DocumentView;
class MapDock;
class Prompts;
class RunningSaves;
class StripStack;
struct QueueOutcome;

/// What of a window writes copies of the file in front: on the CPU, as its map says, smaller, in another format.
class CopyActions : public QObject {
    Q_OBJECT

public:
    /// All outlive it; the window that takes the actions is its parent.
    CopyActions(Prompts& prompts, MapDock& map, StripStack& strips, RunningSaves& saves, QWidget* window);
    ~CopyActions() override;

    /// Null: no file is shown.
    void follow(DocumentView* view);
    [[nodiscard]] QAction* cpuAction() const { return m_cpu; }
    /// Of a folder, everything in it as one file.
    [[nodiscard]] QAction* oneFileAction() const { return m_oneFile; }
    [[nodiscard]] QAction* bfloat16Action() const { return m_bfloat16; }
    [[nodiscard]] QAction* safetensorsAction() const { return m_safetensors; }
    /// Of all the others.
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    void saveOnCpu();
    /// Asks where, and writes a copy by a recipe, and by the map of the window if there is one.
    void askForCopy(const convert::Recipe& wanted, const QString& pattern);

Q_SIGNALS:
    void openRequested(const QString& path);
    /// A copy could not be written.
    void failed();

private:
    struct Slimming;

    QAction* addSlimming(const Slimming& slimming);
    void update();
    void write(const DocumentPtr& document, const devices::MapLocation& map, const QString& target);
    void writeSlim(const DocumentPtr& document, const convert::Recipe& recipe, const QString& target, bool mayLose);
    /// Works in a thread of its own. `elsewhere`: the same to another file. `anyhow`: the same once a person has agreed
    /// to what the copy would lose.
    void save(const QString& target, std::function<QueueOutcome(Progress&)> work,
              std::function<void(const QString&)> elsewhere, std::function<void()> anyhow = {});
    /// About the file whose copy it is, whatever is in front by now; null: that is closed.
    void askAboutLosses(const QString& words, const QStringList& losses, DocumentView* view,
                        const std::function<void()>& anyhow);

    Prompts& m_prompts;
    MapDock& m_map;
    StripStack& m_strips;
    RunningSaves& m_saves;
    QWidget* m_window;
    QPointer<DocumentView> m_view;
    QAction* m_cpu;
    QMenu* m_menu;
    QAction* m_mapped;
    QAction* m_oneFile;
    QAction* m_bfloat16;
    QAction* m_safetensors;
};

} // namespace cairn::ui
