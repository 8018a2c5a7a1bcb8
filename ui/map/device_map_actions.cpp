#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_presets.h"
#include "core/devices/map/rule_merge.h"
#include "ui/common/job.h"
#include "ui/common/make_action.h"
#include "ui/common/plain_label.h"
#include "ui/map/device_map_panel.h"
#include "ui/text/cairn_style.h"
#include "ui/verdict/machine_box.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <tuple>

// What DeviceMapPanel offers in its tool bar.

namespace cairn::ui {

using devices::MapLocation;

QAction* DeviceMapPanel::mapAction(const char* name, const QString& text, const QString& tip, const QKeySequence& key)
{
    QAction* action = makeAction(this, name, text, key, tip);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    return action;
}

void DeviceMapPanel::makeToolBar(QToolBar* bar)
{
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly); // the one that is among the window's tools has a picture there
    bar->setAccessibleName(tr("Device map"));
    QMenu* maps = makeMapsMenu(bar);
    m_undo = mapAction("mapUndoAction", tr("Undo"), tr("Take the last change of the map back"), QKeySequence::Undo);
    m_redo = mapAction("mapRedoAction", tr("Redo"), tr("Make the change again"), QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, this, [this] { edit([](MapEditor& editor) { editor.undo(); }); });
    connect(m_redo, &QAction::triggered, this, [this] { edit([](MapEditor& editor) { editor.redo(); }); });
    bar->addAction(m_undo);
    bar->addAction(m_redo);
    bar->addSeparator();
    auto* label = new PlainLabel(tr("Check for"), bar);
    label->setContentsMargins(4, 0, 6, 0);
    label->setBuddy(m_machine);
    bar->addWidget(label);
    bar->addWidget(m_machine);

    QAction* open = mapAction("openMapAction", tr("Open map…"), tr("Open a device map file"));
    QAction* save = mapAction("saveMapAction", tr("Save map…"), tr("Save the map as a file for other checkpoints"));
    QAction* copy =
        mapAction("saveMappedCopyAction", tr("Save copy…"), tr("Write a copy of the file with this map in it"),
                  QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S));
    m_load =
        mapAction("loadMappedAction", tr("&Load"), tr("Load the file by this map on this machine, through LibTorch"),
                  QKeySequence(Qt::CTRL | Qt::Key_Return));
    connect(open, &QAction::triggered, this, &DeviceMapPanel::openMapRequested);
    connect(save, &QAction::triggered, this, [this] {
        const QFileInfo file(QString::fromStdString(m_editor.document()->checkpoint->path()));
        Q_EMIT saveMapRequested(file.path() + u'/' + file.completeBaseName() + QStringLiteral(".devicemap.json"));
    });
    connect(copy, &QAction::triggered, this, &DeviceMapPanel::saveCopyRequested);
    connect(m_load, &QAction::triggered, this, &DeviceMapPanel::load);
    m_needDocument.insert(m_needDocument.end(), {open, save, copy});
    maps->addSeparator();
    maps->addActions({open, save});
    auto* spacer = new QWidget(bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    bar->addActions({copy, m_load});
    m_loadButton = bar->widgetForAction(m_load);
}

QMenu* DeviceMapPanel::makeMapsMenu(QToolBar* bar)
{
    auto* menu = new QMenu(this);
    menu->setObjectName("mapPresets");
    const auto to = [](const char* device) {
        return [device](const Document&, const MapState&) { return MapLocation::everythingTo(device); };
    };
    addPreset(menu, "presetAsSaved", tr("As saved"), tr("Every storage to the device it was saved on"),
              [](const Document&, const MapState&) { return MapLocation(); });
    addPreset(menu, "presetCpu", tr("All to cpu"), tr("Loads on any machine"), to("cpu"));
    addPreset(menu, "presetCuda0", tr("All to cuda:0"), tr("Everything to the first CUDA device"), to("cuda:0"));
    addPreset(menu, "presetFirstGpu", tr("First GPU with room, else cpu"),
              tr("Everything to the first GPU that has room for it, on a machine without one to the cpu"),
              [](const Document& document, const MapState& state) {
                  return devices::toFirstFreeGpu(*document.checkpoint, *state.machine);
              });
    menu->addSeparator();
    addPreset(menu, "presetCollapse", tr("All CUDA devices to cuda:0"), tr("What was on the cpu stays there"),
              [](const Document&, const MapState&) { return devices::collapseCuda("cuda:0"); });
    addPreset(menu, "presetShift", tr("Shift indices down"), tr("cuda:2 and cuda:5 become cuda:0 and cuda:1"),
              [](const Document& document, const MapState&) {
                  return devices::shiftIndicesDown(document.checkpoint->deviceTags());
              });
    addPreset(menu, "presetBalance", tr("Balance by memory"),
              tr("Spread modules over the devices of the machine by their free memory"),
              [](const Document& document, const MapState& state) {
                  return devices::balanceByMemory(*document.checkpoint, *state.machine);
              });
    addPreset(menu, "presetFewerRules", tr("Fewer rules"),
              tr("One rule for several whose names differ in a number alone; nothing goes anywhere else"),
              [](const Document& document, const MapState& state) {
                  return devices::mergeByName(*document.checkpoint,
                                              devices::inFewerRules(*document.checkpoint, state.map));
              });
    auto* button = new QToolButton(bar);
    button->setObjectName("mapPresetButton");
    button->setText(tr("Maps"));
    button->setStatusTip(tr("Maps that are often wanted, and those in files"));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    bar->addWidget(button);
    return menu;
}

void DeviceMapPanel::addPreset(QMenu* menu, const char* name, const QString& text, const QString& tip, MapMaker make)
{
    QAction* action = mapAction(name, text, tip);
    menu->addAction(action);
    m_needDocument.push_back(action);
    connect(action, &QAction::triggered, this, [this, text, make = std::move(make)] { makeMap(text, make); });
}

void DeviceMapPanel::makeMap(const QString& text, const MapMaker& make)
{
    startJob(
        this,
        [document = m_editor.document(), state = m_editor.state(), make](Progress&) {
            return std::tuple(document, state, make(*document, state));
        },
        [this, text, make](const std::tuple<DocumentPtr, MapState, MapLocation>& made) {
            const auto& map = std::get<MapLocation>(made);
            if (std::get<DocumentPtr>(made) != m_editor.document()) {
                return;
            }
            if (std::get<MapState>(made) == m_editor.state()) {
                edit([&](MapEditor& editor) { editor.setMap(map, text); });
            } else {
                makeMap(text, make); // it was changed meanwhile, and the map may be made of what it was
            }
        });
}

} // namespace cairn::ui
