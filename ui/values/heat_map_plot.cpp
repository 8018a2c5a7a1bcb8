#include "ui/values/heat_map_plot.h"

#include "core/values/element_text.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn::ui {

namespace {

constexpr int kEdge = 8;
constexpr int kLegendHeight = 12;
constexpr QRgb kSpecial = 0xFFFF00C8; // in none of the palettes

} // namespace

HeatMapPlot::HeatMapPlot(QWidget* parent) : QWidget(parent)
{
    setObjectName("heatMapPlot");
    setAccessibleName(tr("Heat map"));
    setMouseTracking(true);
    setMinimumHeight(140);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize HeatMapPlot::sizeHint() const
{
    return {360, 320};
}

void HeatMapPlot::setOverview(std::optional<values::SliceOverview> overview)
{
    m_overview = std::move(overview);
    setAccessibleDescription(m_overview
                                 ? tr("%1 rows and %2 columns, from %3 to %4")
                                       .arg(countText(m_overview->sliceRows), countText(m_overview->sliceColumns),
                                            numberText(m_overview->low, m_overview->origin),
                                            numberText(m_overview->high, m_overview->origin))
                                 : QString());
    makeImage();
}

void HeatMapPlot::setHeatPalette(HeatPalette palette)
{
    m_palette = palette;
    makeImage();
}

double HeatMapPlot::Scale::place(double number) const
{
    const double share = high > low ? (number - low) / (high - low) : 0.5;
    return first + (last - first) * share;
}

/// Of two sides the same share of colour, so that zero is white. Of one side only its half, from zero on; from the
/// smallest number on if all of them are far from zero, for they would be of one colour.
HeatMapPlot::Scale HeatMapPlot::scale() const
{
    const double low = m_overview->low;
    const double high = m_overview->high;
    if (m_palette != HeatPalette::Diverging) {
        return {.low = low, .high = high};
    }
    if (m_overview->origin) { // the numbers are far from zero, on the side of it where the origin is
        const bool isAbove = std::visit([](auto number) { return number > 0; }, *m_overview->origin);
        return {.low = low, .high = high, .first = isAbove ? 0.5 : 0, .last = isAbove ? 1 : 0.5};
    }
    const double most = std::max(std::abs(low), std::abs(high));
    if (most == 0) {
        return {.low = 0, .high = 0, .first = 0.5, .last = 0.5};
    }
    if (low < 0 && high > 0) {
        return {.low = -most, .high = most};
    }
    constexpr double kFar = 0.1;
    const bool isFar = high > low && high - low < kFar * most;
    return high > 0 || low == 0 ? Scale{.low = isFar ? low : 0, .high = high, .first = 0.5, .last = 1}
                                : Scale{.low = low, .high = isFar ? high : 0, .first = 0, .last = 0.5};
}

std::pair<QString, QString> HeatMapPlot::legend() const
{
    if (!m_hasNumbers) {
        return {};
    }
    const Scale ends = scale();
    return rangeTexts(ends.low, ends.high, m_overview->origin);
}

void HeatMapPlot::makeImage()
{
    m_image = {};
    m_hasNumbers =
        m_overview && std::ranges::any_of(m_overview->means, [](double mean) { return std::isfinite(mean); });
    if (m_overview) {
        const Scale colours = scale();
        m_image =
            QImage(static_cast<int>(m_overview->columns), static_cast<int>(m_overview->rows), QImage::Format_RGB32);
        for (int row = 0; row < m_image.height(); ++row) {
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
            for (int column = 0; column < m_image.width(); ++column) {
                const auto cell =
                    static_cast<std::size_t>(row) * m_overview->columns + static_cast<std::size_t>(column);
                line[column] = m_overview->special[cell] != 0
                                   ? kSpecial
                                   : heatColor(m_palette, colours.place(m_overview->means[cell]));
            }
        }
    }
    update();
}

/// Numbers are squares, also where a cell stands for several, unless the picture would be too narrow to be seen.
QRect HeatMapPlot::pictureArea() const
{
    QRect area = rect().adjusted(kEdge, kEdge, -kEdge, -2 * kEdge - kLegendHeight - fontMetrics().height() - 4);
    constexpr double most = 6;
    const double aspect = std::clamp(static_cast<double>(m_overview->sliceColumns) /
                                         static_cast<double>(std::max<std::uint64_t>(m_overview->sliceRows, 1)),
                                     1 / most, most);
    const QSizeF size = QSizeF(aspect, 1).scaled(area.size(), Qt::KeepAspectRatio);
    const int width = std::max(static_cast<int>(size.width()), 1);
    return {area.left() + (area.width() - width) / 2, area.top(), width, std::max(static_cast<int>(size.height()), 1)};
}

void HeatMapPlot::paintLegend(QPainter& painter) const
{
    const int text = fontMetrics().height();
    const QRect bar(kEdge, height() - kEdge - text - kLegendHeight - 2, width() - 2 * kEdge, kLegendHeight);
    const QRect labels(bar.left(), bar.bottom() + 3, bar.width(), text);
    if (m_hasNumbers) {
        const Scale ends = scale();
        for (int x = 0; x < bar.width(); ++x) {
            const double share = x / std::max(bar.width() - 1.0, 1.0);
            painter.setPen(QColor::fromRgb(heatColor(m_palette, ends.first + (ends.last - ends.first) * share)));
            painter.drawLine(bar.left() + x, bar.top(), bar.left() + x, bar.bottom());
        }
    }
    painter.setPen(quietText(palette()));
    const auto [low, high] = legend();
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, m_hasNumbers ? low : tr("no numbers"));
    if (low != high) {
        painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, high);
    }
    const bool hasSpecial = std::ranges::any_of(m_overview->special, [](std::uint32_t count) { return count != 0; });
    if (hasSpecial) {
        const QString words = tr("NaN or infinite");
        const int wide = fontMetrics().horizontalAdvance(words) + 16;
        const int left = labels.center().x() - wide / 2;
        painter.fillRect(left, labels.center().y() - 4, 9, 9, QColor::fromRgb(kSpecial));
        painter.drawText(QRect(left + 14, labels.top(), wide, text), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
}

void HeatMapPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_overview) {
        return;
    }
    painter.drawImage(pictureArea(), m_image);
    paintLegend(painter);
}

void HeatMapPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QRect area = m_overview ? pictureArea() : QRect();
    const QPoint at = event->position().toPoint();
    const auto width = static_cast<std::uint64_t>(area.width());
    const auto height = static_cast<std::uint64_t>(area.height());
    if (width == 0 || height == 0 || !area.contains(at)) {
        QToolTip::hideText();
        return;
    }
    const auto row = static_cast<std::uint64_t>(at.y() - area.top()) * m_overview->rows / height;
    const auto column = static_cast<std::uint64_t>(at.x() - area.left()) * m_overview->columns / width;
    const bool isMean = m_overview->rows != m_overview->sliceRows || m_overview->columns != m_overview->sliceColumns;
    const QString place = tr("row %1, column %2").arg(m_overview->firstRow(row)).arg(m_overview->firstColumn(column));
    const auto cell = static_cast<std::size_t>(row * m_overview->columns + column);
    const QString number = numberText(m_overview->means[cell], m_overview->origin);
    QToolTip::showText(
        event->globalPosition().toPoint(),
        plainTip(isMean ? tr("from %1 on: mean %2").arg(place, number) : tr("%1: %2").arg(place, number)), this);
}

} // namespace cairn::ui
