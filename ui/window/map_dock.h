#pragma once

#include "core/devices/map/map_location.h"
#include "ui/document/document.h"

#include <QDockWidget>
#include <QPointer>
#include <QSize>

class QAction;
class QSettings;

namespace cairn::ui {

class DeviceMapPanel;
class DocumentView;
class Machine;
class Prompts;

/// The map editor beside the file in front. Keeps the editor and the view of one map and one machine: what is changed
/// in one place is changed in the other.
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
    /// Of the map of the file in front, wherever in the window it was changed.
    [[nodiscard]] QAction* undoAction() const;
    [[nodiscard]] QAction* redoAction() const;
    /// Its window has another size: the map gets the height again that a person gave it, as far as there is room.
    void keepHeight();
    /// Gives the window to the map alone, and back.
    [[nodiscard]] QAction* fullViewAction() const { return m_fullView; }
    void setVisible(bool isVisible) override;
    [[nodiscard]] DeviceMapPanel* panel() const { return m_panel; }
    /// True for the name of a device map.
    [[nodiscard]] static bool isMapName(const QString& path);

Q_SIGNALS:
    /// A name for a copy was chosen.
    void copyRequested(const cairn::ui::DocumentPtr& document, const cairn::devices::MapLocation& map,
                       const QString& target);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectPanel();
    void rememberFocus();
    void giveFocusBack();
    [[nodiscard]] bool hasRoom() const;
    void stayOnScreen();
    void setFullView(bool isFull);

    Prompts& m_prompts;
    DeviceMapPanel* m_panel;
    QAction* m_fullView;
    QByteArray m_layoutBefore;       ///< of the window, before the full view
    QPointer<QWidget> m_focusBefore; ///< what had the focus before the map got it
    QPointer<DocumentView> m_view;
    QSize m_sizeBefore;   ///< of the window, before the map was shown
    QSize m_windowSize;   ///< when it had its height last
    int m_wanted = 0;     ///< that height
    bool m_keeps = false; ///< it is being given back
};

} // namespace cairn::ui
