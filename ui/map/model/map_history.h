#pragma once

#include "core/devices/map/map_location.h"
#include "core/devices/preflight.h"
#include "ui/document/machine.h"

#include <QString>

#include <vector>

namespace cairn::ui {

/// What the map editor shows: a map, and the machine and the person it is checked for. Plain value.
struct MapState {
    devices::MapLocation map;
    InventoryPtr machine; ///< null until it is known
    devices::FileTrust trust = devices::FileTrust::Default;

    bool operator==(const MapState&) const = default;
};

/// The states of an editor, to go back and forth between. Plain value.
class MapHistory {
public:
    explicit MapHistory(MapState first = {}) : m_steps{{{}, std::move(first)}} {}

    [[nodiscard]] const MapState& now() const { return m_steps[m_at].state; }
    /// `what` names the edit. A state equal to the last one is no edit.
    void push(MapState next, const QString& what);
    /// Of every step: to look at another machine changes nothing that could be taken back.
    void setMachine(const InventoryPtr& machine);
    void setTrust(devices::FileTrust trust);

    [[nodiscard]] bool canUndo() const { return m_at != 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 != m_steps.size(); }
    [[nodiscard]] QString undoText() const { return canUndo() ? m_steps[m_at].what : QString(); }
    [[nodiscard]] QString redoText() const { return canRedo() ? m_steps[m_at + 1].what : QString(); }
    void undo() { m_at -= canUndo() ? 1U : 0U; }
    void redo() { m_at += canRedo() ? 1U : 0U; }

private:
    struct Step {
        QString what; ///< the edit that led here
        MapState state;
    };

    std::vector<Step> m_steps;
    std::size_t m_at = 0;
};

} // namespace cairn::ui
