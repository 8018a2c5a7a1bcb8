#pragma once

#include "core/devices/map_location.h"
#include "ui/state/document.h"

#include <QDockWidget>
#include <QPointer>

class QAction;
class QSettings;

namespace cairn::ui {

class DeviceMapPanel;
class DocumentView;
class Machine;
class Prompts;

/// The map editor beside the file in front. Keeps the editor and the view of one map: what is changed in one place is
/// changed in the other.
class MapDock : public QDockWidget {
    Q_OBJECT

public:
    MapDock(QSettings& settings, Prompts& prompts, Machine& machine, QWidget* parent);

    /// Null: no file is shown.
    void follow(DocumentView* view);
    /// A copy of the file in front with its map; the name is asked for.
    void askForCopy();
    /// A *.devicemap.json for the file in front.
    void openMap(const QString& path);
    /// Loads the file in front by its map; for the whole window.
    [[nodiscard]] QAction* loadAction() const;
    /// Gives the window to the map alone, and back.
    [[nodiscard]] QAction* fullViewAction() const { return m_fullView; }
    [[nodiscard]] DeviceMapPanel* panel() const { return m_panel; }
    /// True for the name of a device map.
    [[nodiscard]] static bool isMapName(const QString& path);

Q_SIGNALS:
    /// A name for a copy was chosen.
    void copyWanted(const cairn::ui::DocumentPtr& document, const cairn::devices::MapLocation& map,
                    const QString& target);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void connectPanel();
    void rememberFocus();
    void giveFocusBack();
    void setFullView(bool isFull);

    Prompts& m_prompts;
    DeviceMapPanel* m_panel;
    QAction* m_fullView;
    QByteArray m_layoutBefore;       ///< of the window, before the full view
    QPointer<QWidget> m_focusBefore; ///< what had the focus before the map got it
    QPointer<DocumentView> m_view;
};

} // namespace cairn::ui
