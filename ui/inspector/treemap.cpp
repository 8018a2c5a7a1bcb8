#include "ui/inspector/treemap.h"

#include "ui/common/device_chip.h"
#include "ui/text/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace cairn::ui {

namespace {

/// How far the worst of some weights in a row is from a square; 1 is one.
double worstAspect(double sum, double least, double most, double side)
{
    const double scale = side * side;
    return std::max(scale * most / (sum * sum), sum * sum / (scale * least));
}

/// Puts weights side by side along the shorter side of `area`, and takes what they fill from it.
void placeRow(const std::vector<double>& weights, std::size_t first, std::size_t end, double sum, QRectF& area,
              std::vector<QRectF>& out)
{
    const bool isWide = area.width() >= area.height();
    const double depth = sum / (isWide ? area.height() : area.width());
    double along = isWide ? area.top() : area.left();
    for (std::size_t i = first; i < end; ++i) {
        const double length = weights[i] / depth;
        out.push_back(isWide ? QRectF(area.left(), along, depth, length) : QRectF(along, area.top(), length, depth));
        along += length;
    }
    if (isWide) {
        area.setLeft(area.left() + depth);
    } else {
        area.setTop(area.top() + depth);
    }
}

} // namespace

std::vector<QRectF> squarify(const std::vector<double>& weights, const QRectF& area)
{
    std::vector<QRectF> out;
    double total = 0;
    for (const double weight : weights) {
        total += weight;
    }
    if (!(total > 0) || area.isEmpty()) {
        out.resize(weights.size());
        return out;
    }
    std::vector<double> sizes;
    sizes.reserve(weights.size());
    for (const double weight : weights) {
        sizes.push_back(std::max(weight, total * 1e-9) / total * area.width() * area.height());
    }
    QRectF left = area;
    for (std::size_t first = 0; first < sizes.size();) {
        const double side = std::max(std::min(left.width(), left.height()), 1e-9);
        double sum = sizes[first];
        double worst = worstAspect(sum, sizes[first], sizes[first], side);
        std::size_t end = first + 1;
        for (; end < sizes.size(); ++end) {
            const double next = worstAspect(sum + sizes[end], sizes[end], sizes[first], side);
            if (next > worst) {
                break;
            }
            worst = next;
            sum += sizes[end];
        }
        placeRow(sizes, first, end, sum, left, out);
        first = end;
    }
    return out;
}

Treemap::Treemap(QWidget* parent) : QWidget(parent)
{
    setObjectName("treemap");
    setAccessibleName(tr("Largest tensors"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(140);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize Treemap::sizeHint() const
{
    return {360, 240};
}

void Treemap::setCells(std::vector<Cell> cells)
{
    m_cells = std::move(cells);
    m_current = -1;
    layOut();
    update();
}

void Treemap::layOut()
{
    std::vector<double> weights;
    weights.reserve(m_cells.size());
    for (const Cell& cell : m_cells) {
        weights.push_back(static_cast<double>(cell.weight));
    }
    m_areas = squarify(weights, QRectF(rect()));
}

void Treemap::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void Treemap::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Base);
    painter.fillRect(rect(), base);
    const int line = fontMetrics().height();
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const QRectF area = m_areas[i].adjusted(0, 0, -1, -1);
        if (area.width() < 1 || area.height() < 1) {
            continue;
        }
        // Of one device all have one colour, so the largest is told apart by how strong it is.
        const double share = static_cast<double>(m_cells[i].weight) / static_cast<double>(m_cells.front().weight);
        const double strength = static_cast<int>(i) == m_current ? 0.5 : 0.12 + 0.2 * share;
        painter.fillRect(area, blend(base, deviceColor(m_cells[i].device, palette()), strength));
        const QRect text = area.toRect().adjusted(4, 2, -4, -2);
        if (text.width() < 48 || text.height() < line) {
            continue;
        }
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop,
                         fontMetrics().elidedText(m_cells[i].name, Qt::ElideLeft, text.width()));
        if (text.height() >= 2 * line) {
            painter.setPen(quietText(palette()));
            painter.drawText(text.adjusted(0, line, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                             fontMetrics().elidedText(m_cells[i].detail, Qt::ElideRight, text.width()));
        }
    }
    if (m_current >= 0 && hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(m_areas[static_cast<std::size_t>(m_current)].adjusted(1, 1, -2, -2));
    }
}

int Treemap::cellAt(const QPoint& point) const
{
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        if (m_areas[i].contains(point)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void Treemap::mouseMoveEvent(QMouseEvent* event)
{
    m_current = cellAt(event->position().toPoint());
    update();
    if (m_current < 0) {
        QToolTip::hideText();
        return;
    }
    const Cell& cell = m_cells[static_cast<std::size_t>(m_current)];
    QToolTip::showText(event->globalPosition().toPoint(), (cell.name + u'\n' + cell.detail).toHtmlEscaped(), this);
}

void Treemap::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int cell = cellAt(event->position().toPoint()); cell >= 0) {
        Q_EMIT activated(m_cells[static_cast<std::size_t>(cell)].id);
    }
}

void Treemap::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_cells.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: m_current = std::min(m_current + 1, last); break;
    case Qt::Key_Left:
    case Qt::Key_Up: m_current = std::max(m_current - 1, std::min(0, last)); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0) {
            Q_EMIT activated(m_cells[static_cast<std::size_t>(m_current)].id);
        }
        break;
    default: return QWidget::keyPressEvent(event);
    }
    if (m_current >= 0) {
        const Cell& cell = m_cells[static_cast<std::size_t>(m_current)];
        setAccessibleDescription(cell.name + QStringLiteral(", ") + cell.detail);
    }
    update();
}

} // namespace cairn::ui
