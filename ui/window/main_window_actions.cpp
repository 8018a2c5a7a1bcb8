#include "ui/common/make_action.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/help/help_dock.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/plan/plan_windows.h"
#include "ui/queue/drop_overlay.h"
#include "ui/text/display.h"
#include "ui/text/tool_icon.h"
#include "ui/tree/tree_page.h"
#include "ui/verdict/issues_page.h"
#include "ui/window/about_dialog.h"
#include "ui/window/copy_actions.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/map_dock.h"
#include "ui/window/recent_files.h"
#include "ui/window/row_actions.h"
#include "ui/window/search_bar.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include <functional>
#include <utility>

namespace cairn::ui {

void MainWindow::makeActions()
{
    m_search = new SearchBar(this);
    makePlans();
    makeFileActions();
    makeEditActions();
    makeToolBar();
    makeViewActions();
    makeHelpActions();
    updateActions();
}

void MainWindow::makePlans()
{
    m_plans = new PlanWindows(this);
    connect(m_plans, &PlanWindows::opened, this,
            [this](const QString& folder) { RecentFiles(m_settings).add(folder); });
    connect(m_plans, &PlanWindows::helpRequested, this, [this] {
        showHelp(QStringLiteral("copies"));
        activateWindow();
    });
}

void MainWindow::makeFileActions()
{
    m_openAction =
        makeAction(this, "openAction", tr("&Open…"), QKeySequence::Open, tr("Open checkpoints, each in a tab"));
    QAction* openFolder = makeAction(
        this, "openFolderAction", tr("Open &folder…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        tr("Open a checkpoint that is a folder, of torch.distributed.checkpoint or with a file for each rank, or the "
           "plan of a batch"));
    connect(openFolder, &QAction::triggered, this, [this] {
        m_prompts.askForFolder(this, tr("Open a folder"), [this](const QString& path) { open({path}); });
    });
    QAction* openAddress =
        makeAction(this, "openAddressAction", tr("Open &address…"), QKeySequence(Qt::CTRL | Qt::Key_U),
                   tr("Open a file on the Hub, in S3 or on a web server, without downloading it"));
    connect(openAddress, &QAction::triggered, this, &MainWindow::askForAddress);
    m_reloadAction =
        makeAction(this, "reloadAction", tr("&Reload"), QKeySequence(Qt::Key_F5), tr("Read the file again"));
    m_wholeAction =
        makeAction(this, "wholeAction", tr("Is it &whole?"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_W),
                   tr("Read all of the file: damage, NaN, missing parts and code, as cairn-cli check --strict"));
    connect(m_wholeAction, &QAction::triggered, this, [this] {
        if (DocumentView* current = view(); current != nullptr && current->document()) {
            current->pages()->setCurrentWidget(current->issues());
            current->issues()->examine();
        }
    });
    m_closeAction =
        makeAction(this, "closeAction", tr("&Close"), QKeySequence::Close, tr("Close the file, or an empty window"));
    m_convertAction =
        makeAction(this, "convertAction", tr("Convert &files to CPU…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                   tr("Go to the queue that converts many files and folders"));
    m_reportAction =
        makeAction(this, "reportAction", tr("Save re&port…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R),
                   tr("Write what is shown of the file for a bug report, as Markdown or, with .html, as a web page"));
    connect(m_reportAction, &QAction::triggered, this, &MainWindow::saveReport);
    QAction* quit =
        makeAction(this, "quitAction", tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Close all windows"));
    connect(m_openAction, &QAction::triggered, this, &MainWindow::askForFiles);
    connect(m_reloadAction, &QAction::triggered, this, [this] {
        if (DocumentView* current = view()) {
            current->reload();
        }
    });
    connect(m_closeAction, &QAction::triggered, this, &MainWindow::closeCurrent);
    connect(m_convertAction, &QAction::triggered, this, [this] { Q_EMIT conversionRequested({}); });
    connect(quit, &QAction::triggered, this, &MainWindow::quit);
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_openAction, openFolder, openAddress});
    m_recentMenu = file->addMenu(tr("Open r&ecent"));
    m_recentMenu->setObjectName("recentMenu");
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->addActions({m_reloadAction, m_wholeAction});
    file->addSeparator();
    file->addActions({m_mapDock->loadAction(), m_copyActions->cpuAction(), m_copyActions->menu()->menuAction(),
                      m_rowActions->saveAction(), m_convertAction, m_reportAction});
    file->addSeparator();
    file->addActions({m_closeAction, quit});
}

void MainWindow::makeEditActions()
{
    m_rowNamesAction = makeAction(this, "copyRowNamesAction", tr("&Copy names as shown"), QKeySequence::Copy,
                                  tr("Copy the names of the selected rows as the tree shows them, one a line"));
    m_rowNamesAction->setShortcutContext(Qt::WidgetShortcut); // other lists copy what is theirs
    connect(m_rowNamesAction, &QAction::triggered, this, [this] { copyNames(NameKind::Own); });
    m_nameAction =
        makeAction(this, "copyNameAction", tr("Copy full &names"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                   tr("Copy the dotted names of the selected rows, one a line"));
    m_pythonAction =
        makeAction(this, "copyPythonAction", tr("Copy &Python expression"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), tr("Copy the Python that reaches the selected row"));
    m_jsonAction = makeAction(this, "copyJsonAction", tr("Copy &JSON"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J),
                              tr("Copy what is known about the selected row as JSON"));
    m_copyReportAction =
        makeAction(this, "copyReportAction", tr("Copy &report"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
                   tr("Copy what is shown of the file for a bug report, as Markdown"));
    connect(m_jsonAction, &QAction::triggered, m_inspector, &InspectorPanel::copyJson);
    connect(m_copyReportAction, &QAction::triggered, this, &MainWindow::copyReport);
    QAction* paste = makeAction(this, "pasteFilesAction", tr("&Paste files"), QKeySequence::Paste,
                                tr("Open or convert files that were copied in a file manager, or an address"));
    connect(paste, &QAction::triggered, this, [this] {
        const QMimeData* clip = QGuiApplication::clipboard()->mimeData();
        takeFiles(clip != nullptr ? droppedFiles(*clip) : DroppedFiles(),
                  savedDropAction(m_settings).value_or(DropAction::Open));
    });
    connect(m_nameAction, &QAction::triggered, this, [this] { copyNames(NameKind::Full); });
    connect(m_pythonAction, &QAction::triggered, m_inspector, &InspectorPanel::copyPython);
    QAction* settings = makeAction(this, "settingsAction", tr("Se&ttings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
                                   tr("Language, colours, names"));
    connect(settings, &QAction::triggered, this, &MainWindow::showSettings);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_mapDock->undoAction(), m_mapDock->redoAction()});
    edit->addSeparator();
    edit->addActions({m_rowNamesAction, m_nameAction, m_pythonAction, m_jsonAction, m_copyReportAction, paste});
    edit->addSeparator();
    edit->addActions(m_search->actions());
    edit->addSeparator();
    edit->addAction(settings);
}

void MainWindow::copyNames(NameKind kind) const
{
    if (const DocumentView* current = view(); current != nullptr && current->document()) {
        QGuiApplication::clipboard()->setText(selectedNames(*current->tree(), kind));
    }
}

void MainWindow::makeViewActions()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    QAction* inspector = m_inspectorDock->toggleViewAction();
    inspector->setObjectName("inspectorDockAction");
    inspector->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    inspector->setStatusTip(tr("Show what is known about the selected row"));
    view->addAction(inspector);
    view->addActions({m_mapDock->toggleViewAction(), m_mapDock->fullViewAction()});
    view->addSeparator();
    m_expandAction = makeAction(this, "expandAction", tr("&Expand row and all below"),
                                QKeySequence(Qt::CTRL | Qt::Key_Right), tr("Open the selected group with its groups"));
    connect(m_expandAction, &QAction::triggered, this, [this] {
        constexpr int kLevels = 3;
        if (DocumentView* current = this->view()) {
            current->tree()->expandRecursively(current->tree()->currentIndex(), kLevels);
        }
    });
    QAction* next = makeAction(this, "nextTabAction", tr("&Next file"), QKeySequence(Qt::CTRL | Qt::Key_PageDown),
                               tr("Go to the tab on the right"));
    QAction* previous = makeAction(this, "previousTabAction", tr("&Previous file"),
                                   QKeySequence(Qt::CTRL | Qt::Key_PageUp), tr("Go to the tab on the left"));
    next->setShortcuts({next->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Tab)});
    previous->setShortcuts({previous->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab)});
    m_tabActions = {next, previous};
    connect(next, &QAction::triggered, this, [this] { stepTab(1); });
    connect(previous, &QAction::triggered, this, [this] { stepTab(-1); });
    m_levelsAction = makeAction(this, "levelsAction", tr("&Dots make levels"), QKeySequence(Qt::CTRL | Qt::Key_L),
                                tr("Show layer1.0.weight as levels, or as one name"));
    m_levelsAction->setCheckable(true);
    m_levelsAction->setChecked(m_settings.value("levels", true).toBool());
    connect(m_levelsAction, &QAction::triggered, this, &MainWindow::setLevels);
    QAction* fileOrder =
        makeAction(this, "fileOrderAction", tr("Order of the &file"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
                   tr("Show rows in the order of the file; a click on a column orders by it"));
    connect(fileOrder, &QAction::triggered, this, [this] {
        if (DocumentView* current = this->view()) {
            current->tree()->setFileOrder();
        }
    });
    view->addActions({m_expandAction, m_rowActions->storageAction(), m_levelsAction, fileOrder});
    view->addSeparator();
    view->addActions({next, previous});
    makeTabActions(*view->addMenu(tr("&Go to")));
}

/// A key for each view: of the file, and of the row that is selected in it.
void MainWindow::makeTabActions(QMenu& menu)
{
    const auto add = [this, &menu](const char* name, int tab, const QString& title, Qt::KeyboardModifiers keys,
                                   const std::function<ViewTabs*()>& tabs) {
        const QKeySequence shortcut(QKeyCombination(keys, static_cast<Qt::Key>(Qt::Key_0 + (tab + 1) % 10)));
        QAction* action = makeAction(this, "", title, shortcut, tr("Go to this view"));
        action->setObjectName(QStringLiteral("%1%2Action").arg(QLatin1StringView(name)).arg(tab));
        connect(action, &QAction::triggered, this, [tabs, tab] {
            if (ViewTabs* shown = tabs(); shown != nullptr && shown->isTabVisible(tab)) {
                shown->setCurrentIndex(tab);
                shown->focusPage();
            }
        });
        menu.addAction(action);
    };
    const QStringList pages = DocumentView::pageTitles();
    for (int page = 0; page < pages.size(); ++page) {
        add("page", page, pages[page], Qt::ControlModifier, [this] { return view() ? view()->pages() : nullptr; });
    }
    menu.addSeparator();
    for (int tab = 0; tab < m_inspectorTabs->count(); ++tab) {
        add("inspector", tab, m_inspectorTabs->tabText(tab), Qt::ControlModifier | Qt::AltModifier, [this] {
            m_inspectorDock->show();
            return m_inspectorTabs;
        });
    }
}

void MainWindow::makeHelpActions()
{
    QAction* shortcuts = makeAction(this, "shortcutsAction", tr("&Keyboard shortcuts"),
                                    QKeySequence(Qt::CTRL | Qt::Key_F1), tr("Every key, by menu"));
    connect(shortcuts, &QAction::triggered, this, [this] { showHelp(QStringLiteral("shortcuts")); });
    QAction* about = makeAction(this, "aboutAction", tr("&About Cairn"), QKeySequence(Qt::SHIFT | Qt::Key_F1),
                                tr("Version, what it stands on, licences"));
    about->setMenuRole(QAction::AboutRole);
    connect(about, &QAction::triggered, this, [this] {
        auto* dialog = new AboutDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_helpDock->helpAction(), shortcuts});
    help->addSeparator();
    help->addAction(about);
}

void MainWindow::setLevels(bool levels)
{
    m_settings.setValue("levels", levels);
    m_levelsAction->setChecked(levels);
    forEachView([levels](DocumentView& each) { each.tree()->setLevels(levels); });
}

void MainWindow::showSettings()
{
    auto* dialog = new SettingsDialog(m_settings, m_prompts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::levelsChanged, this, &MainWindow::setLevels);
    connect(dialog, &SettingsDialog::themeChanged, this, &MainWindow::followEntry);
    dialog->open();
}

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Tools"));
    m_toolBar = bar;
    bar->setObjectName("toolBar");
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({22, 16}); // the pictures are square: the rest is the distance from the words
    const auto add = [bar](QAction* action, const QString& icon, const QString& words) {
        action->setIcon(toolIcon(icon));
        action->setIconVisibleInMenu(false);
        action->setIconText(words);
        bar->addAction(action);
        return qobject_cast<QToolButton*>(bar->widgetForAction(action));
    };
    add(m_openAction, QStringLiteral("open"), tr("Open"));
    QToolButton* copy = add(m_copyActions->cpuAction(), QStringLiteral("copy"), tr("Save CPU copy"));
    add(m_mapDock->toggleViewAction(), QStringLiteral("map"), tr("Device map"));
    add(m_mapDock->loadAction(), QStringLiteral("load"), tr("Load"));
    add(m_convertAction, QStringLiteral("convert"), tr("Convert files"));
    copy->setMenu(m_copyActions->menu());
    copy->setPopupMode(QToolButton::MenuButtonPopup);
    for (QToolButton* button : bar->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addWidget(m_search);
}

/// Where there is little room, words say more than pictures; where these have none, the pictures stand alone.
void MainWindow::fitToolBar()
{
    constexpr int kSearch = 300; // with what it has found
    const QList<QAction*> actions = m_toolBar->actions();
    for (const Qt::ToolButtonStyle style :
         {Qt::ToolButtonTextBesideIcon, Qt::ToolButtonTextOnly, Qt::ToolButtonIconOnly}) {
        m_toolBar->setToolButtonStyle(style);
        int wanted = kSearch;
        for (QAction* action : actions) {
            const auto* tool = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action));
            wanted += tool == nullptr ? 0 : tool->sizeHint().width();
        }
        if (wanted <= width()) {
            break;
        }
    }
}

/// The tree is what a small window is for. What is known about a row comes back where there is room for both.
void MainWindow::fitInspector()
{
    constexpr QSize kRoomForBoth(900, 640);
    const bool isSmall = width() < kRoomForBoth.width() && height() < kRoomForBoth.height();
    if (isSmall == m_isSmall || m_mapDock->fullViewAction()->isChecked()) {
        return;
    }
    m_isSmall = isSmall;
    if (isSmall) {
        m_foldsInspector = isWanted(*m_inspectorDock);
        want(*m_inspectorDock, false);
    } else if (std::exchange(m_foldsInspector, false)) {
        want(*m_inspectorDock, true);
    }
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString& path : RecentFiles(m_settings).paths()) {
        QString text = shown(path.toStdString());
        QAction* action = m_recentMenu->addAction(text.replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, path] { open({path}); });
    }
    m_recentMenu->addSeparator();
    QAction* clear = m_recentMenu->addAction(tr("Clear this list"));
    connect(clear, &QAction::triggered, this, [this] { RecentFiles(m_settings).clear(); });
}

void MainWindow::updateActions()
{
    const DocumentView* current = view();
    const bool isOpen = current != nullptr && current->document();
    const bool hasRow = isOpen && current->tree()->currentIndex().isValid();
    m_reloadAction->setEnabled(current != nullptr);
    m_rowNamesAction->setEnabled(hasRow);
    m_nameAction->setEnabled(hasRow);
    m_pythonAction->setEnabled(hasRow);
    m_jsonAction->setEnabled(hasRow);
    m_wholeAction->setEnabled(isOpen);
    m_reportAction->setEnabled(isOpen);
    m_copyReportAction->setEnabled(isOpen);
    m_expandAction->setEnabled(hasRow);
    m_rowActions->update();
    for (QAction* action : std::as_const(m_tabActions)) { // of one file alone, Ctrl+Tab goes through its views
        action->setEnabled(m_tabs->count() > 1);
    }
}

} // namespace cairn::ui
