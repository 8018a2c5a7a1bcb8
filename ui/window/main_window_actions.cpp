#include "ui/panels/inspector_panel.h"
#include "ui/text/display.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/recent_files.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QToolBar>
#include <QTreeView>

namespace cairn::ui {

QAction* MainWindow::addAction(const char* name, const QString& text, const QKeySequence& shortcut, const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    const QString keys =
        shortcut.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
    action->setToolTip(tip + keys);
    return action;
}

void MainWindow::makeActions()
{
    m_openAction = addAction("openAction", tr("&Open…"), QKeySequence::Open, tr("Open a checkpoint"));
    m_reloadAction = addAction("reloadAction", tr("&Reload"), QKeySequence(Qt::Key_F5), tr("Read the file again"));
    m_closeAction =
        addAction("closeAction", tr("&Close"), QKeySequence::Close, tr("Close the file, or an empty window"));
    m_copyAction = addAction("cpuCopyAction", tr("Save CPU &copy…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                             tr("Write a copy with every storage on the cpu, which loads on any machine"));
    m_nameAction = addAction("copyNameAction", tr("Copy &name"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                             tr("Copy the dotted name of the selected row"));
    m_pythonAction =
        addAction("copyPythonAction", tr("Copy &Python expression"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                  tr("Copy the Python that reaches the selected row"));
    m_findAction = addAction("findAction", tr("&Search"), QKeySequence::Find, tr("Go to the search box"));
    connect(m_openAction, &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_reloadAction, &QAction::triggered, this, &MainWindow::reload);
    connect(m_closeAction, &QAction::triggered, this, [this] {
        if (m_document || !m_path.isEmpty() || m_openJob != nullptr) {
            closeFile();
        } else {
            close();
        }
    });
    connect(m_copyAction, &QAction::triggered, this, &MainWindow::saveCpuCopy);
    connect(m_nameAction, &QAction::triggered, m_inspector, &InspectorPanel::copyName);
    connect(m_pythonAction, &QAction::triggered, m_inspector, &InspectorPanel::copyPython);
    makeToolBar();
    makeFileMenu();
    makeViewMenu();
}

void MainWindow::makeFileMenu()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->QWidget::addAction(m_openAction);
    m_recentMenu = file->addMenu(tr("Open r&ecent"));
    m_recentMenu->setObjectName("recentMenu");
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->QWidget::addAction(m_reloadAction);
    file->addSeparator();
    file->QWidget::addAction(m_copyAction);
    file->addSeparator();
    file->QWidget::addAction(m_closeAction);
    QAction* quit = addAction("quitAction", tr("&Quit"), QKeySequence::Quit, tr("Close all windows"));
    connect(quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    file->QWidget::addAction(quit);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->QWidget::addActions({m_nameAction, m_pythonAction, m_findAction});
    m_view->tree()->addActions({m_nameAction, m_pythonAction});
    m_view->tree()->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void MainWindow::makeViewMenu()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->QWidget::addActions({m_inspectorDock->toggleViewAction(), m_issuesDock->toggleViewAction()});
    view->addSeparator();
    QAction* expand = addAction("expandAction", tr("&Expand row and all below"), QKeySequence(Qt::CTRL | Qt::Key_Right),
                                tr("Open the selected group with its groups"));
    connect(expand, &QAction::triggered, this, [this] {
        constexpr int kLevels = 3;
        m_view->tree()->expandRecursively(m_view->tree()->currentIndex(), kLevels);
    });
    view->QWidget::addAction(expand);
    QMenu* themes = view->addMenu(tr("&Colours"));
    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const char* name, const QString& text, Theme theme) {
        QAction* action = addAction(name, text, {}, tr("Colours of the window: %1").arg(text));
        action->setCheckable(true);
        action->setChecked(m_settings.value("theme").toInt() == static_cast<int>(theme));
        group->addAction(action);
        themes->QWidget::addAction(action);
        connect(action, &QAction::triggered, this, [this, theme] { setTheme(theme); });
    };
    addTheme("themeSystem", tr("As the desktop"), Theme::System);
    addTheme("themeLight", tr("Light"), Theme::Light);
    addTheme("themeDark", tr("Dark"), Theme::Dark);
    if (const int theme = m_settings.value("theme").toInt(); theme != 0) {
        setTheme(static_cast<Theme>(theme));
    }
}

void MainWindow::setTheme(Theme theme)
{
    m_settings.setValue("theme", static_cast<int>(theme));
    QApplication::setPalette(paletteOf(theme));
    m_inspector->showEntry(m_document, m_view->model()->entryAt(m_view->tree()->currentIndex()));
}

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName("toolBar");
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->QWidget::addActions({m_openAction, m_reloadAction, m_copyAction});
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    m_hits = new QLabel(bar);
    m_hits->setObjectName("hits");
    m_hits->setContentsMargins(8, 0, 8, 0);
    bar->addWidget(m_hits);
    m_search = new QLineEdit(bar);
    m_search->setObjectName("search");
    m_search->setAccessibleName(tr("Search"));
    m_search->setPlaceholderText(tr("Search: name, device, dtype, value"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(380);
    m_search->setMinimumWidth(300);
    bar->addWidget(m_search);
    connect(m_findAction, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString& path : RecentFiles(m_settings).paths()) {
        QString text = shown(path.toStdString());
        QAction* action = m_recentMenu->addAction(text.replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, path] { open(path); });
    }
    m_recentMenu->addSeparator();
    QAction* clear = m_recentMenu->addAction(tr("Clear this list"));
    connect(clear, &QAction::triggered, this, [this] { RecentFiles(m_settings).clear(); });
}

void MainWindow::updateActions()
{
    const bool isOpen = m_document != nullptr;
    const bool hasRow = isOpen && m_view->tree()->currentIndex().isValid();
    m_reloadAction->setEnabled(!m_path.isEmpty());
    m_copyAction->setEnabled(isOpen);
    m_nameAction->setEnabled(hasRow);
    m_pythonAction->setEnabled(hasRow);
    m_findAction->setEnabled(isOpen);
    m_search->setEnabled(isOpen);
}

} // namespace cairn::ui
