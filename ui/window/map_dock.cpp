#include "ui/window/map_dock.h"

#include "ui/map/device_map_panel.h"
#include "ui/state/machine.h"
#include "ui/state/mapped_copy.h"
#include "ui/window/document_view.h"
#include "ui/window/prompts.h"

namespace cairn::ui {

MapDock::MapDock(QSettings& settings, Prompts& prompts, Machine& machine, QWidget* parent)
    : QDockWidget(tr("Device map"), parent), m_prompts(prompts), m_panel(new DeviceMapPanel(settings, this))
{
    setObjectName("mapDock");
    setWidget(m_panel);
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
        }
    }
    m_panel->showDocument(view == nullptr ? nullptr : view->document());
}

void MapDock::openMap(const QString& path)
{
    m_panel->openMap(path);
    show();
    raise();
}

void MapDock::connectPanel()
{
    connect(m_panel, &DeviceMapPanel::mapChanged, this, [this] {
        if (m_view && m_view->document() == m_panel->editor().document()) {
            m_view->setMap(m_panel->map());
        }
    });
    connect(m_panel, &DeviceMapPanel::saveCopyWanted, this, &MapDock::askForCopy);
    connect(m_panel, &DeviceMapPanel::openMapWanted, this,
            [this] { m_prompts.openFiles(window(), [this](const QStringList& paths) { openMap(paths.value(0)); }); });
    connect(m_panel, &DeviceMapPanel::saveMapWanted, this, [this](const QString& suggestion) {
        m_prompts.saveFile(window(), suggestion, [this](const QString& path) { m_panel->saveMap(path); });
    });
    connect(m_panel, &DeviceMapPanel::machineFileWanted, this, [this] {
        m_prompts.openFiles(window(), [this](const QStringList& paths) { m_panel->chooseMachine(paths.value(0)); });
    });
}

void MapDock::askForCopy()
{
    const DocumentPtr document = m_panel->editor().document();
    m_prompts.saveFile(
        window(), mappedCopyName(QString::fromStdString(document->checkpoint->path()), m_panel->map()),
        [this, document, map = m_panel->map()](const QString& target) { Q_EMIT copyWanted(document, map, target); });
}

} // namespace cairn::ui
