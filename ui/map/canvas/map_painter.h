#pragma once

#include "ui/map/canvas/map_layout.h"

#include <QFont>
#include <QPalette>

#include <optional>
#include <vector>

class QPainter;

namespace cairn::ui {

/// Something that is being carried to a target. Stays until the map says where it is then, so nothing jumps back.
struct MapDrag {
    MapItem source; ///< a tag or a curve; None: rows from outside
    QPointF at;
    MapItem over; ///< the target it would be dropped on
    bool isByKeyboard = false;
    bool isSettling = false; ///< dropped, and not yet in the map
};

/// How a scene looks at one moment.
struct MapLook {
    QPalette palette;
    QFont font;
    MapItem current; ///< of the keyboard
    MapItem hover;   ///< under the mouse
    bool hasFocus = false;
    std::optional<MapDrag> drag;
    std::vector<MapTarget> preview; ///< the targets as they would be after a drop; empty: nothing is foreseen
};

/// What stays as it is while the mouse moves: everything but what is carried, and what is lit or in focus. Of `look`
/// it depends on the palette and the font.
void paintBackdrop(QPainter& painter, const MapScene& scene, const MapLayout& layout, const MapLook& look);
/// The rest, over it.
void paintForeground(QPainter& painter, const MapScene& scene, const MapLayout& layout, const MapLook& look);

} // namespace cairn::ui
