#include "ui/tree/drag_pill.h"

#include "ui/text/theme.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace cairn::ui {

QPixmap dragPill(const QString& text, const QWidget& widget)
{
    constexpr int kMostWidth = 360;
    constexpr int kSide = 12;
    constexpr int kAir = 5;
    const QFontMetrics metrics = widget.fontMetrics();
    const QString words = metrics.elidedText(text, Qt::ElideMiddle, kMostWidth);
    const QSize size(metrics.horizontalAdvance(words) + 2 * kSide, metrics.height() + 2 * kAir);
    QPixmap picture(size * widget.devicePixelRatioF());
    picture.setDevicePixelRatio(widget.devicePixelRatioF());
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette& palette = widget.palette();
    painter.setBrush(palette.color(QPalette::Base));
    painter.setPen(QPen(palette.color(QPalette::Link), 1));
    const QRectF pill = QRectF(QPointF(), size).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setPen(palette.color(QPalette::Text));
    painter.setFont(widget.font());
    painter.drawText(pill, Qt::AlignCenter | Qt::TextSingleLine, words);
    return picture;
}

} // namespace cairn::ui
