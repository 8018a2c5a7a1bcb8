#include "ui/values/histogram_plot.h"

#include "core/values/element_text.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn::ui {

namespace {

constexpr int kMargin = 6;
constexpr int kLeastDrag = 4; // pixels; less is a click

} // namespace

HistogramPlot::HistogramPlot(QWidget* parent) : QWidget(parent)
{
    setObjectName("histogramPlot");
    setAccessibleName(tr("Histogram"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(120);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setCursor(Qt::CrossCursor);
}

void HistogramPlot::setHistogram(std::optional<values::Histogram> histogram)
{
    m_histogram = std::move(histogram);
    m_other.reset();
    m_note.clear();
    m_dragFrom.reset();
    QString words;
    if (m_histogram) {
        const auto [first, last] = ends();
        words = tr("%1 bins from %2 to %3, the highest with %4 numbers")
                    .arg(m_histogram->counts.size())
                    .arg(first, last, countText(m_histogram->largest()));
    }
    setAccessibleDescription(words);
    update();
}

void HistogramPlot::setHistograms(values::Histogram histogram, values::Histogram other)
{
    setHistogram(std::move(histogram));
    m_other = std::move(other);
    const auto [first, last] = ends();
    setAccessibleDescription(tr("%1 bins from %2 to %3, the highest with %4 numbers here and %5 there")
                                 .arg(m_histogram->counts.size())
                                 .arg(first, last, countText(m_histogram->largest()), countText(m_other->largest())));
}

void HistogramPlot::setNote(const QString& note)
{
    setHistogram(std::nullopt);
    m_note = note;
    setAccessibleDescription(note);
}

/// Those of bins that lie between numbers are not numbers that are there.
std::pair<QString, QString> HistogramPlot::ends() const
{
    return rangeTexts(m_histogram->low + m_histogram->step / 2, m_histogram->high - m_histogram->step / 2,
                      m_histogram->origin);
}

void HistogramPlot::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    update();
}

QSize HistogramPlot::sizeHint() const
{
    return {360, 220};
}

QRect HistogramPlot::plotArea() const
{
    const int text = fontMetrics().height();
    return rect().adjusted(kMargin, text + kMargin, -kMargin, -text - 2 * kMargin);
}

std::uint64_t HistogramPlot::largest() const
{
    return std::max(m_histogram->largest(), m_other ? m_other->largest() : 0);
}

double HistogramPlot::heightOf(std::uint64_t count) const
{
    const auto most = static_cast<double>(std::max<std::uint64_t>(largest(), 1));
    const auto number = static_cast<double>(count);
    return m_logarithmic ? std::log1p(number) / std::log1p(most) : number / most;
}

double HistogramPlot::numberAt(int x) const
{
    const QRect area = plotArea();
    const double share = std::clamp(static_cast<double>(x - area.left()) / std::max(area.width(), 1), 0.0, 1.0);
    return m_histogram->low + (m_histogram->high - m_histogram->low) * share;
}

QString HistogramPlot::textAt(int x) const
{
    const QRect area = plotArea();
    const auto bins = static_cast<int>(m_histogram->counts.size());
    const int bin = std::clamp((x - area.left()) * bins / std::max(area.width(), 1), 0, bins - 1);
    const double width = (m_histogram->high - m_histogram->low) / bins;
    const double low = m_histogram->low + width * bin;
    const QString here = countText(m_histogram->counts[static_cast<std::size_t>(bin)]);
    const QString count =
        m_other ? tr("%1 here, %2 there").arg(here, countText(m_other->counts[static_cast<std::size_t>(bin)])) : here;
    const double inner = m_histogram->step / 2;
    if (inner > 0 && width < 3 * inner) { // one number
        return tr("%1: %2").arg(numberText(low + inner, m_histogram->origin), count);
    }
    const auto [first, last] = rangeTexts(low + inner, low + width - inner, m_histogram->origin);
    return tr("%1 to %2: %3").arg(first, last, count);
}

void HistogramPlot::paintBars(QPainter& painter, const QRect& area) const
{
    painter.setBrush(barColor(palette()));
    const auto bins = static_cast<double>(m_histogram->counts.size());
    for (std::size_t bin = 0; bin < m_histogram->counts.size(); ++bin) {
        if (m_histogram->counts[bin] == 0) {
            continue;
        }
        const double left = area.left() + area.width() * static_cast<double>(bin) / bins;
        const double width = area.width() / bins;
        const double height = std::max(1.0, area.height() * heightOf(m_histogram->counts[bin]));
        painter.drawRect(QRectF(left, area.bottom() + 1 - height, width > 4 ? width - 1 : width, height));
    }
}

void HistogramPlot::paintOther(QPainter& painter, const QRect& area) const
{
    const auto bins = static_cast<double>(m_other->counts.size());
    QPainterPath line(QPointF(area.left(), area.bottom() + 1));
    for (std::size_t bin = 0; bin < m_other->counts.size(); ++bin) {
        const double top = area.bottom() + 1 - area.height() * heightOf(m_other->counts[bin]);
        line.lineTo(area.left() + area.width() * static_cast<double>(bin) / bins, top);
        line.lineTo(area.left() + area.width() * static_cast<double>(bin + 1) / bins, top);
    }
    line.lineTo(area.right() + 1, area.bottom() + 1);
    const bool dark = isDark(palette());
    painter.strokePath(line, QPen(dark ? QColor(0xf0, 0xb4, 0x5c) : QColor(0xb3, 0x5c, 0x00), 2));
}

void HistogramPlot::paintAxis(QPainter& painter, const QRect& area) const
{
    painter.setPen(blend(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.3));
    painter.drawLine(area.left(), area.bottom() + 1, area.right(), area.bottom() + 1);
    const QRect labels(area.left(), area.bottom() + kMargin, area.width(), fontMetrics().height());
    const double low = m_histogram->low;
    const double high = m_histogram->high;
    const auto [first, last] = ends();
    const QString zero = QStringLiteral("0");
    const int x = area.left() + static_cast<int>(area.width() * (-low / (high - low)));
    const int gap = fontMetrics().horizontalAdvance(zero) + kMargin; // half of it, and air
    const bool isFree = x - gap > area.left() + fontMetrics().horizontalAdvance(first) &&
                        x + gap < area.right() - fontMetrics().horizontalAdvance(last);
    if (low < 0 && high > 0 && !m_histogram->origin && isFree && first != zero && last != zero) {
        painter.drawLine(x, area.bottom() + 1, x, area.bottom() + 4);
        painter.setPen(quietText(palette()));
        painter.drawText(QRect(x - 20, labels.top(), 40, labels.height()), Qt::AlignCenter, zero);
    }
    painter.setPen(quietText(palette()));
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, first);
    if (first != last) {
        painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, last);
    }
    painter.drawText(QRect(area.left(), 2, area.width(), fontMetrics().height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_logarithmic ? tr("%1, logarithmic").arg(countText(largest())) : countText(largest()));
}

void HistogramPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_histogram || m_histogram->counts.empty()) {
        painter.setPen(quietText(palette()));
        painter.drawText(rect().adjusted(kMargin, 0, -kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap, m_note);
        return;
    }
    const QRect area = plotArea();
    if (m_dragFrom) {
        const QRect band = QRect(QPoint(*m_dragFrom, area.top()), QPoint(m_dragTo, area.bottom())).normalized();
        painter.fillRect(band & area,
                         blend(palette().color(QPalette::Base), palette().color(QPalette::Highlight), 0.2));
    }
    painter.setPen(Qt::NoPen);
    paintBars(painter, area);
    if (m_other) {
        paintOther(painter, area);
    }
    paintAxis(painter, area);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HistogramPlot::mousePressEvent(QMouseEvent* event)
{
    if (m_histogram && event->button() == Qt::LeftButton) {
        m_dragFrom = m_dragTo = event->position().toPoint().x();
    }
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_histogram) {
        return;
    }
    const int x = event->position().toPoint().x();
    if (m_dragFrom) {
        m_dragTo = x;
        update();
    } else if (plotArea().contains(event->position().toPoint())) {
        QToolTip::showText(event->globalPosition().toPoint(), plainTip(textAt(x)), this);
    }
}

void HistogramPlot::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    if (!m_dragFrom || !m_histogram) {
        return;
    }
    const int from = std::min(*m_dragFrom, m_dragTo);
    const int to = std::max(*m_dragFrom, m_dragTo);
    m_dragFrom.reset();
    update();
    if (to - from >= kLeastDrag) {
        Q_EMIT rangeRequested(numberAt(from), numberAt(to));
    }
}

void HistogramPlot::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_dragFrom.reset();
    Q_EMIT wholeRequested();
}

void HistogramPlot::keyPressEvent(QKeyEvent* event)
{
    if (!m_histogram) {
        return QWidget::keyPressEvent(event);
    }
    const double low = m_histogram->low;
    const double size = m_histogram->high - low;
    switch (event->key()) {
    case Qt::Key_Plus: Q_EMIT rangeRequested(low + size / 4, low + size * 3 / 4); break;
    case Qt::Key_Minus: Q_EMIT rangeRequested(low - size / 2, low + size * 3 / 2); break;
    case Qt::Key_Left: Q_EMIT rangeRequested(low - size / 8, low + size * 7 / 8); break;
    case Qt::Key_Right: Q_EMIT rangeRequested(low + size / 8, low + size * 9 / 8); break;
    case Qt::Key_0: Q_EMIT wholeRequested(); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace cairn::ui
