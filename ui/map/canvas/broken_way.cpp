#include "ui/map/canvas/broken_way.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cairn::ui {

void drawBrokenWay(QPainter& painter, const QPainterPath& way, qreal width, const QColor& color, const QColor& crossed)
{
    constexpr qreal kThinnest = 3;
    constexpr qreal kWidest = 9;
    constexpr qreal kCross = 4;
    constexpr qreal kPitch = 5; // of the hatching
    constexpr float kGround = 0.16F;
    QPainterPathStroker stroker;
    stroker.setWidth(std::clamp(width, kThinnest, kWidest));
    stroker.setCapStyle(Qt::FlatCap);
    const QPainterPath band = stroker.createStroke(way).simplified();
    QColor ground = color;
    ground.setAlphaF(color.alphaF() * kGround);
    painter.save();
    painter.fillPath(band, ground);
    painter.setClipPath(band, Qt::IntersectClip);
    painter.setPen(QPen(color, 1.2));
    const QRectF area = band.boundingRect();
    const int lines = static_cast<int>((area.width() + area.height()) / kPitch) + 1;
    for (int line = 0; line < lines; ++line) {
        const qreal x = area.left() - area.height() + line * kPitch;
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()));
    }
    painter.restore();
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1));
    painter.drawPath(band);
    painter.setPen(QPen(crossed, 2, Qt::SolidLine, Qt::RoundCap));
    const QPointF end = way.currentPosition() - QPointF(2 * kCross, 0);
    painter.drawLine(end + QPointF(-kCross, -kCross), end + QPointF(kCross, kCross));
    painter.drawLine(end + QPointF(-kCross, kCross), end + QPointF(kCross, -kCross));
    painter.restore();
}

} // namespace cairn::ui
