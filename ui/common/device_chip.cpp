#include "ui/common/device_chip.h"

#include "ui/text/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <array>

namespace cairn::ui {

namespace {

constexpr int kDot = 6;
constexpr int kPadding = 7;
constexpr int kGap = 5;

int stableHue(const QString& tag)
{
    if (tag.startsWith(QStringLiteral("cuda"))) {
        constexpr std::array kHues = {155, 265, 30, 200, 325, 90, 0, 230};
        const int index = tag.section(u':', 1).toInt();
        return kHues[static_cast<std::size_t>(std::abs(index)) % kHues.size()];
    }
    int hue = 210;
    for (const QChar c : tag.section(u':', 0, 0)) {
        hue = (hue * 31 + c.unicode()) % 360;
    }
    return hue;
}

} // namespace

QColor deviceColor(const QString& tag, const QPalette& palette)
{
    const bool dark = isDark(palette);
    if (tag == QStringLiteral("cpu") || tag.startsWith(QStringLiteral("cpu:")) || tag == QStringLiteral("meta")) {
        return dark ? QColor(0xa9, 0xad, 0xb6) : QColor(0x62, 0x66, 0x70);
    }
    const int hue = stableHue(tag);
    const bool bright = hue > 25 && hue < 200; // yellows and greens are light: darker for the same contrast
    return dark ? QColor::fromHsl(hue, 150, 170) : QColor::fromHsl(hue, 170, bright ? 74 : 108);
}

QSize chipSize(const QString& text, const QFont& font)
{
    const QFontMetrics metrics(font);
    return {metrics.horizontalAdvance(text) + kDot + kGap + 2 * kPadding, metrics.height() + 4};
}

void paintChip(QPainter& painter, const QRect& area, const QString& text, const QColor& color, const QFont& font,
               const QColor& ground)
{
    const QSize size = chipSize(text, font).boundedTo(area.size());
    const QRect chip(area.left(), area.top() + (area.height() - size.height()) / 2, size.width(), size.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = color;
    fill.setAlphaF(0.10F);
    painter.setBrush(ground.isValid() ? blend(ground, color, 0.10) : fill);
    painter.setPen(QPen(color, 1));
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(QRectF(chip.left() + kPadding, chip.center().y() - kDot / 2.0 + 0.5, kDot, kDot));
    painter.setPen(color);
    painter.setFont(font);
    const QRect words = chip.adjusted(kPadding + kDot + kGap, 0, -kPadding + 2, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(text, Qt::ElideRight, words.width()));
    painter.restore();
}

} // namespace cairn::ui
