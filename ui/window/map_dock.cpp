#include "ui/window/map_dock.h"

#include "ui/common/make_action.h"
#include "ui/common/prompts.h"
#include "ui/document/machine.h"
#include "ui/document/mapped_copy_name.h"
#include "ui/map/device_map_panel.h"
#include "ui/tree/tree_page.h"
#include "ui/window/document_view.h"

#include <QAction>
#include <QApplication>
#include <QHideEvent>
#include <QLayout>
#include <QMainWindow>
#include <QScreen>

#include <algorithm>

namespace cairn::ui {

MapDock::MapDock(QSettings& settings, Prompts& prompts, Machine& machine, QWidget* parent)
    : QDockWidget(tr("Device map"), parent), m_prompts(prompts), m_panel(new DeviceMapPanel(settings, this)),
      m_fullView(makeAction(this, "mapFullViewAction", tr("Map in &full view"),
                            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
                            tr("Give the whole window to the device map, and back")))
{
    setObjectName("mapDock");
    setWidget(m_panel);
    m_panel->setMachineSource(machine.source());
    connectPanel();
    const auto tellMachine = [this, &machine] {
        if (machine.inventory()) {
            m_panel->setThisMachine(machine.inventory());
        }
    };
    connect(&machine, &Machine::answered, this, tellMachine);
    tellMachine();
    QAction* toggle = toggleViewAction();
    toggle->setObjectName("mapDockAction");
    toggle->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_M));
    toggle->setStatusTip(tr("Show where the storages of the file go, and change it"));
    setFocusProxy(m_panel);
    const auto goToMap = [this](bool isShown) {
        if (isShown) {
            m_panel->setFocus(Qt::ShortcutFocusReason);
        }
    };
    connect(toggle, &QAction::triggered, this, &MapDock::rememberFocus);
    connect(toggle, &QAction::triggered, this, &MapDock::stayOnScreen);
    // Texts that wrap say how high they are when they have been laid out.
    connect(toggle, &QAction::triggered, this, &MapDock::stayOnScreen, Qt::QueuedConnection);
    connect(toggle, &QAction::triggered, this, goToMap);
    connect(m_fullView, &QAction::triggered, this, goToMap);
    m_fullView->setCheckable(true);
    connect(m_fullView, &QAction::toggled, this, &MapDock::setFullView);
    connect(toggle, &QAction::toggled, this, [this](bool isShown) {
        if (!isShown && m_fullView->isChecked()) {
            m_fullView->setChecked(false);
            hide(); // whatever it was before
        }
    });
}

void MapDock::rememberFocus()
{
    QWidget* focus = QApplication::focusWidget();
    if (focus != nullptr && focus->window() == window() && !isAncestorOf(focus)) {
        m_focusBefore = focus;
    }
}

/// To where it was, and not to whatever comes first in the window.
void MapDock::giveFocusBack()
{
    if (m_focusBefore && m_focusBefore->isVisible()) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    } else if (m_view) {
        m_view->tree()->setFocus(Qt::OtherFocusReason);
    }
}

void MapDock::hideEvent(QHideEvent* event)
{
    QDockWidget::hideEvent(event);
    if (!event->spontaneous() && isAncestorOf(QApplication::focusWidget())) {
        giveFocusBack();
    }
}

void MapDock::resizeEvent(QResizeEvent* event)
{
    QDockWidget::resizeEvent(event);
    if (m_windowSize.isEmpty()) {
        m_windowSize = window()->size();
    }
    if (!m_keeps && window()->size() == m_windowSize) {
        m_wanted = height();
    }
}

void MapDock::keepHeight()
{
    auto* window = qobject_cast<QMainWindow*>(parentWidget());
    m_windowSize = this->window()->size();
    if (window == nullptr || !isVisible() || isFloating() || m_fullView->isChecked()) {
        return;
    }
    m_keeps = true;
    if (const int height = std::min(m_wanted, window->height() / 2); height > this->height()) {
        window->resizeDocks({this}, {height}, Qt::Vertical);
    }
    m_keeps = false;
}

/// Whether the screen has room for the file and the map. Large text can take it.
bool MapDock::hasRoom() const
{
    window()->layout()->activate();
    const int frame = window()->frameGeometry().height() - window()->height();
    const int grown = window()->height() > m_sizeBefore.height() ? window()->height() : 0; // for the map
    const int needed = std::max(window()->layout()->minimumSize().height(), grown);
    return needed + frame <= screen()->availableGeometry().height();
}

/// Without room for both, the map takes the window.
void MapDock::stayOnScreen()
{
    if (!isVisible() || isFloating() || !m_fullView->isEnabled() || hasRoom()) {
        return;
    }
    m_fullView->setChecked(true);
    window()->layout()->activate(); // it needs less than with the file
    window()->resize(m_sizeBefore);
}

void MapDock::setVisible(bool isVisible)
{
    const bool comes = isVisible && isHidden();
    if (comes) {
        constexpr int useful = 360; // some devices, and some rules beside them
        m_sizeBefore = window()->size();
        m_wanted = std::max(m_wanted, useful);
    }
    QDockWidget::setVisible(isVisible);
    if (comes) {
        keepHeight();
    }
}

void MapDock::setFullView(bool isFull)
{
    auto* window = qobject_cast<QMainWindow*>(parentWidget());
    if (window == nullptr) {
        return; // it is closing for good, and is only a widget by now
    }
    if (isFull) {
        rememberFocus(); // before it is hidden
        m_layoutBefore = window->saveState();
        window->centralWidget()->hide();
        for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
            dock->setVisible(dock == this);
        }
    } else {
        const QSize size = window->size();
        window->centralWidget()->show();
        window->restoreState(m_layoutBefore);
        if (isVisible() && !isFloating() && !hasRoom()) {
            hide();
        }
        window->layout()->invalidate(); // the file and the map were there together for a moment
        window->layout()->activate();
        window->resize(size);
        if (!isVisible()) {
            giveFocusBack(); // bars that come and go may have taken it
        }
    }
}

bool MapDock::isMapName(const QString& path)
{
    return path.endsWith(QStringLiteral(".devicemap.json"), Qt::CaseInsensitive);
}

void MapDock::follow(DocumentView* view)
{
    if (m_view != view) {
        if (m_view) {
            disconnect(m_view, nullptr, this, nullptr);
        }
        m_view = view;
        if (view != nullptr) {
            connect(view, &DocumentView::mapChanged, this, [this] { m_panel->setMap(m_view->map()); });
            connect(view, &DocumentView::trustChanged, this, [this] { m_panel->setTrust(m_view->trust()); });
            connect(view, &DocumentView::machineChanged, this, [this] {
                if (m_panel->editor().machine() != m_view->machine()) {
                    m_panel->setMachine(m_view->machine());
                }
            });
        }
    }
    m_fullView->setEnabled(view != nullptr);
    if (view == nullptr) {
        m_fullView->setChecked(false);
    }
    m_panel->showDocument(view == nullptr ? nullptr : view->document());
    if (view != nullptr) {
        m_panel->setTrust(view->trust());
    }
}

void MapDock::openMap(const QString& path)
{
    m_panel->openMap(path);
    show();
    raise();
}

QAction* MapDock::loadAction() const
{
    return m_panel->loadAction();
}

QAction* MapDock::undoAction() const
{
    return m_panel->undoAction();
}

QAction* MapDock::redoAction() const
{
    return m_panel->redoAction();
}

void MapDock::connectPanel()
{
    connect(m_panel, &DeviceMapPanel::mapChanged, this, [this] {
        if (m_view && m_view->document() == m_panel->editor().document()) {
            m_view->setMap(m_panel->map());
            if (const InventoryPtr& machine = m_panel->editor().machine()) {
                m_view->setMachine(machine);
            }
        }
    });
    for (QAction* action : {loadAction(), undoAction(), redoAction()}) {
        action->setShortcutContext(Qt::WindowShortcut);
    }
    connect(loadAction(), &QAction::triggered, this, [this] {
        show();
        raise();
    });
    connect(m_panel, &DeviceMapPanel::saveCopyRequested, this, &MapDock::askForCopy);
    connect(m_panel, &DeviceMapPanel::openMapRequested, this,
            [this] { m_prompts.openFiles(window(), [this](const QStringList& paths) { openMap(paths.value(0)); }); });
    connect(m_panel, &DeviceMapPanel::saveMapRequested, this, [this](const QString& suggestion) {
        m_prompts.saveFile(window(), suggestion, {}, [this](const QString& path) { m_panel->saveMap(path); });
    });
    connect(m_panel, &DeviceMapPanel::machineFileRequested, this, [this] {
        m_prompts.openFiles(window(), [this](const QStringList& paths) { m_panel->chooseMachine(paths.value(0)); });
    });
}

void MapDock::askForCopy()
{
    const DocumentPtr document = m_panel->editor().document();
    // A map that says nothing would write the very same file: what helps then is one that loads anywhere.
    const bool saysNothing = m_panel->map().kind() == devices::MapKind::None;
    const devices::MapLocation map = saysNothing ? devices::MapLocation::everythingTo("cpu") : m_panel->map();
    m_prompts.saveFile(window(), mappedCopyName(QString::fromStdString(document->checkpoint->path()), map), {},
                       [this, document, map](const QString& target) { Q_EMIT copyRequested(document, map, target); });
}

} // namespace cairn::ui
