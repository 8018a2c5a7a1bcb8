#pragma once

#include <QColor>

class QPainter;
class QPainterPath;

namespace cairn::ui {

/// Draws a way that leads to where nothing can arrive: a thin hatched band, with a cross in `crossed` at its end.
void drawBrokenWay(QPainter& painter, const QPainterPath& way, qreal width, const QColor& color, const QColor& crossed);

} // namespace cairn::ui
