#pragma once

#include "ui/state/document.h"
#include "ui/text/theme.h"

#include <QMainWindow>
#include <QTimer>

class QAction;
class QDockWidget;
class QLabel;
class QLineEdit;
class QMenu;
class QSettings;
class QStackedWidget;
class QVBoxLayout;

namespace cairn::ui {

class DocumentView;
class InspectorPanel;
class IssuesPanel;
class Job;
class MessagePage;
class Prompts;

/// The window of one file. Opens it on a worker thread and shows it, or says why not; starts the work that is done with
/// it. Settings and prompts are the caller's and outlive it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(QSettings& settings, Prompts& prompts, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QString& path);
    [[nodiscard]] DocumentView* view() const { return m_view; }

Q_SIGNALS:
    /// A second file was dropped.
    void windowWanted(const QString& path);
    /// A file is shown, or it is said why it is not.
    void settled();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void makePages();
    void makeDocks();
    void makeActions();
    void makeFileMenu();
    void makeViewMenu();
    void makeToolBar();
    void connectViews();
    [[nodiscard]] QAction* addAction(const char* name, const QString& text, const QKeySequence& shortcut,
                                     const QString& tip);
    void fillRecentMenu();
    void setTheme(Theme theme);
    void askForFile();
    void closeFile();
    void reload();
    void cancelOpening();
    void take(const QString& path, Result<DocumentPtr>&& opened);
    void showDocument(const QString& path, const DocumentPtr& document);
    void saveCpuCopy();
    void writeCopy(const QString& target);
    void updateActions();
    void pollOpening();

    QSettings& m_settings;
    Prompts& m_prompts;
    DocumentPtr m_document;
    QString m_path;
    QString m_opening; ///< path
    Job* m_openJob = nullptr;
    QTimer m_openTimer;
    QStackedWidget* m_pages = nullptr;
    MessagePage* m_message = nullptr;
    DocumentView* m_view = nullptr;
    QVBoxLayout* m_strips = nullptr;
    InspectorPanel* m_inspector = nullptr;
    IssuesPanel* m_issues = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_issuesDock = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_hits = nullptr;
    QMenu* m_recentMenu = nullptr;
    QAction* m_openAction = nullptr;
    QAction* m_reloadAction = nullptr;
    QAction* m_closeAction = nullptr;
    QAction* m_copyAction = nullptr;
    QAction* m_nameAction = nullptr;
    QAction* m_pythonAction = nullptr;
    QAction* m_findAction = nullptr;
};

} // namespace cairn::ui
