#pragma once

#include "ui/map/model/map_analysis.h"
#include "ui/map/model/map_editor.h"
#include "ui/map/model/saved_maps.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QScrollArea;
class QSettings;
class QTabWidget;
class QToolBar;

namespace cairn::ui {

class CodePane;
class LoadPage;
class LoadPathsView;
class MachineBox;
class MapCanvas;
class MapVerdict;
class ProblemView;
class RuleTable;

/// The editor for where a file's storages go: picture, rules, verdict, code. Holds the map of one document; works out
/// what the map does on worker threads. For a dock or a page of its own; the settings outlive it.
class DeviceMapPanel : public QWidget {
    Q_OBJECT

public:
    explicit DeviceMapPanel(QSettings& settings, QWidget* parent = nullptr);
    ~DeviceMapPanel() override;

    /// Null: nothing is open. A document that was here before comes back with its map and its steps; else a map that
    /// was once made for the file does.
    void showDocument(const DocumentPtr& document);
    void setMap(const devices::MapLocation& map);
    /// An empty target is "as saved".
    void send(const MapDragPayload& payload, const std::string& to);
    [[nodiscard]] const devices::MapLocation& map() const { return m_editor.map(); }
    [[nodiscard]] const MapEditor& editor() const { return m_editor; }
    /// What the map does, as far as it is known. Null until then.
    [[nodiscard]] const MapAnalysisPtr& analysis() const { return m_analysis; }

    /// Loads the file by the map, on this machine. What comes of it is told on a page beside the rules.
    void load();
    [[nodiscard]] QAction* loadAction() const { return m_load; }
    [[nodiscard]] QAction* undoAction() const { return m_undo; }
    [[nodiscard]] QAction* redoAction() const { return m_redo; }
    [[nodiscard]] LoadPage* loadPage() const { return m_loading; }

    /// A *.devicemap.json.
    void openMap(const QString& path);
    void saveMap(const QString& path);
    /// Who says what this machine has, now or when a file is loaded.
    void setMachineSource(const MachineSource& source);
    /// This machine, as somebody asked it. Without that, the panel asks when it needs to know.
    void setThisMachine(const InventoryPtr& machine);
    /// Another machine to check for.
    void setMachine(const InventoryPtr& machine);
    /// Whether what the file would run stands in the way.
    void setTrust(devices::FileTrust trust);
    /// "2 x 24 GB", or a file that `cairn-cli devices --json` wrote.
    void chooseMachine(const QString& words);

Q_SIGNALS:
    void mapChanged();
    /// The map's effect is known: for what shows targets elsewhere.
    void analysed();
    void saveCopyRequested();
    // File names to ask for; the answers go to openMap(), saveMap() and chooseMachine().
    void openMapRequested();
    void saveMapRequested(const QString& suggestion);
    void machineFileRequested();

private:
    [[nodiscard]] QAction* mapAction(const char* name, const QString& text, const QString& tip,
                                     const QKeySequence& key = {});
    void makeToolBar(QToolBar* bar);
    [[nodiscard]] QMenu* makeMapsMenu(QToolBar* bar);
    using MapMaker = std::function<devices::MapLocation(const Document&, const MapState&)>;
    void addPreset(QMenu* menu, const char* name, const QString& text, const QString& tip, MapMaker make);
    /// Asks for a map in the background.
    void makeMap(const QString& text, const MapMaker& make);
    void makePages(QTabWidget* tabs);
    [[nodiscard]] QWidget* makeSide();
    void connectPicture();
    void connectRules();
    void connectVerdict();
    void connectMachine();

    /// Runs an edit, and shows what came of it.
    template <typename Edit>
    void edit(Edit&& change)
    {
        if (m_editor.document()) {
            change(m_editor);
            afterEdit();
        }
    }
    [[nodiscard]] MapHistory stepsFor(const DocumentPtr& document) const;
    void afterEdit();
    void analyse();
    void previewDrop(const MapDragPayload& payload, const std::string& to);
    void forgetForeseen();
    void take(const MapAnalysisPtr& analysis);
    void advise();
    void showScene();
    void updateActions();
    void note(const QString& text);

    SavedMaps m_memory;
    MapEditor m_editor;
    std::vector<std::pair<std::weak_ptr<const Document>, MapHistory>> m_others; ///< documents that are still open
    InventoryPtr m_thisMachine;
    bool m_isAsking = false; ///< for it, because nobody said what it is
    MapAnalysisPtr m_analysis;
    class Job* m_analysing = nullptr;
    class Job* m_advising = nullptr;
    class Job* m_previewing = nullptr;
    bool m_isStale = false; ///< the map changed while it was looked at

    MapCanvas* m_picture;
    QScrollArea* m_scroll;
    QScrollArea* m_side;
    MapVerdict* m_verdict;
    RuleTable* m_rules;
    ProblemView* m_problems;
    CodePane* m_code;
    LoadPathsView* m_paths;
    LoadPage* m_loading;
    MachineBox* m_machine;
    QTabWidget* m_tabs;
    QLabel* m_note;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_load = nullptr;
    QWidget* m_loadButton = nullptr;
    std::vector<QAction*> m_needDocument;
};

} // namespace cairn::ui
