#pragma once

#include "ui/map/model/map_scene.h"

#include <QFontMetrics>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace cairn::ui {

/// A card, a curve, or nothing.
struct MapItem {
    enum class Kind { None, Tag, Curve, Target };

    Kind kind = Kind::None;
    std::size_t index = 0;

    bool operator==(const MapItem&) const = default;
};

/// Where everything of a scene is. A function of the scene, the size and the font alone.
struct MapLayout {
    struct Curve {
        QPointF from;
        QPointF to;
        qreal width = 0;
    };

    std::vector<QRectF> tags;
    std::vector<QRectF> targets;
    std::vector<Curve> curves;
    QRectF tagHeading;
    QRectF targetHeading;
    QSizeF least;           ///< the size that it needs, with one line a card
    bool isCompact = false; ///< one line a card

    /// The card or curve at a point. Curves can be taken a little beside them.
    [[nodiscard]] MapItem itemAt(const QPointF& point) const;
    [[nodiscard]] QRectF boundsOf(const MapItem& item) const;
};

[[nodiscard]] MapLayout layOut(const MapScene& scene, const QSizeF& available, const QFontMetrics& metrics);

/// From right edge to left edge, level at both ends.
[[nodiscard]] QPainterPath curvePath(const QPointF& from, const QPointF& to);

} // namespace cairn::ui
