#pragma once

#include "core/devices/map/map_location.h"
#include "ui/document/document.h"
#include "ui/queue/current_map.h"
#include "ui/queue/dropped_files.h"
#include "ui/tree/selected_names.h"

#include <QMainWindow>

#include <functional>

class QAction;
class QDockWidget;
class QLabel;
class QMenu;
class QSettings;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace cairn::ui {

class CopyActions;
class DocumentView;
class DropOverlay;
class HelpDock;
enum class DropAction;
class InspectorPanel;
class Machine;
class MapDock;
class MessagePage;
class NoticeBar;
class PlanWindows;
class Prompts;
class RowActions;
class RunningSaves;
class SearchBar;
class StripStack;
class ViewTabs;

/// What windows have in common. The parts outlive every window.
struct Surroundings {
    QSettings& settings;
    Prompts& prompts;
    Machine& machine;
};

/// A window with a tab for each open file. Its docks and its search box are about the file of the tab in front.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const Surroundings& surroundings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Each file in a tab; one that is open already comes to the front.
    void open(const QStringList& paths);
    /// Says once, for each report, that the program crashed and where the report lies. Empty: it did not.
    void tellOfCrash(const QString& report);
    /// Says that `files` of an earlier queue are left, and offers to show that.
    void tellOfQueue(std::size_t files);
    /// Says which copies were being written when an earlier window crashed or was killed, and removes what is left of
    /// them. Looks again while others are being written.
    void tellOfCutShort();
    /// Opens a page of the help by its name.
    void showHelp(const QString& page);
    /// The file in front; null while none is open.
    [[nodiscard]] DocumentView* view() const;
    /// The device map of the file in front.
    [[nodiscard]] std::optional<CurrentMap> currentMap() const;

Q_SIGNALS:
    /// A file is shown, or it is said why it is not.
    void settled();
    /// Copies of these are wanted that load without a GPU; none: only the queue is.
    void conversionRequested(const DroppedFiles& files);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void makePages();
    void makeDocks();
    void makeActions();
    void makePlans();
    void makeFileActions();
    void makeEditActions();
    void copyNames(NameKind kind) const;
    void makeViewActions();
    void makeTabActions(QMenu& menu);
    void makeHelpActions();
    void makeToolBar();
    void fitToolBar();
    void fitInspector();
    void fillRecentMenu();
    void setLevels(bool levels);
    void showSettings();
    void askForFiles();
    void askForAddress();
    void takeFiles(const DroppedFiles& files, DropAction wish);
    void openOne(const QString& path);
    /// The tab of a file, which is opened unless it is there.
    [[nodiscard]] DocumentView* viewFor(const QString& path);
    [[nodiscard]] DocumentView* viewOf(const QString& path) const;
    void addView(DocumentView* view);
    void forEachView(const std::function<void(DocumentView&)>& work) const;
    void rememberGroups(const DocumentView& view);
    void closeView(DocumentView* view);
    void closeCurrent();
    void stepTab(int by);
    /// Another tab is in front, or another document in it.
    void followView();
    void followEntry();
    void tellSelection();
    void showDock(QDockWidget& dock, bool shown);
    [[nodiscard]] static bool isWanted(const QDockWidget& dock);
    static void want(QDockWidget& dock, bool isWanted);
    void nameTab(DocumentView* view);
    void markTabs();
    void showCode(bool isSource);
    void toggleDevice(const QString& device);
    void saveReport();
    void copyReport();
    void updateActions();
    void askBeforeClosing();
    void quit();

    QSettings& m_settings;
    Prompts& m_prompts;
    Machine& m_machine;
    /// What follows when no copy is being written any more. One that fails is looked at first.
    enum class AfterSaving { Stay, Close, CloseStopped };

    RowActions* m_rowActions = nullptr;
    CopyActions* m_copyActions = nullptr;
    RunningSaves* m_saves = nullptr;
    PlanWindows* m_plans = nullptr;
    NoticeBar* m_closeNotice = nullptr;
    AfterSaving m_afterSaving = AfterSaving::Stay;
    bool m_quits = false; ///< all windows are to close
    DropOverlay* m_overlay = nullptr;
    QStackedWidget* m_stack = nullptr;
    MessagePage* m_start = nullptr;
    QTabWidget* m_tabs = nullptr;
    StripStack* m_strips = nullptr;
    ViewTabs* m_inspectorTabs = nullptr;
    InspectorPanel* m_inspector = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    MapDock* m_mapDock = nullptr;
    HelpDock* m_helpDock = nullptr;
    QToolBar* m_toolBar = nullptr;
    bool m_isSmall = false;
    bool m_foldsInspector = false; ///< as the window is small
    SearchBar* m_search = nullptr;
    QLabel* m_selection = nullptr; ///< in the status bar
    QMenu* m_recentMenu = nullptr;
    QAction* m_openAction = nullptr;
    QAction* m_reloadAction = nullptr;
    QAction* m_wholeAction = nullptr;
    QAction* m_closeAction = nullptr;
    QAction* m_convertAction = nullptr;
    QAction* m_rowNamesAction = nullptr; ///< as the tree shows them
    QAction* m_nameAction = nullptr;
    QAction* m_pythonAction = nullptr;
    QAction* m_jsonAction = nullptr;
    QAction* m_reportAction = nullptr;
    QAction* m_copyReportAction = nullptr;
    QAction* m_expandAction = nullptr;
    QList<QAction*> m_tabActions; ///< from file to file
    QAction* m_levelsAction = nullptr;
};

} // namespace cairn::ui
