#include "ui/common/flow_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace cairn::ui {

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::insertWidget(int index, QWidget* widget)
{
    addChildWidget(widget);
    m_items.insert(index, new QWidgetItem(widget));
    invalidate();
}

void FlowLayout::setWraps(bool wraps)
{
    if (wraps != m_wraps) {
        m_wraps = wraps;
        invalidate();
    }
}

int FlowLayout::lineWidth() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            width += (width == 0 ? 0 : spacing()) + item->sizeHint().width();
        }
    }
    return width;
}

int FlowLayout::widestItem() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items) {
        width = std::max(width, item->isEmpty() ? 0 : item->sizeHint().width());
    }
    return width;
}

int FlowLayout::lineHeight() const
{
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        height = std::max(height, item->isEmpty() ? 0 : item->sizeHint().height());
    }
    return height;
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
    invalidate();
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

template <typename Place>
int FlowLayout::lay(const QRect& area, Place&& place) const
{
    const int line = lineHeight();
    QPoint at = area.topLeft();
    int height = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) {
            continue;
        }
        const int width = item->sizeHint().width();
        if (m_wraps && at.x() != area.left() && at.x() + width > area.left() + area.width()) {
            at = {area.left(), at.y() + line + spacing()};
        }
        place(*item, QRect(at, QSize(std::min(width, area.width()), line)));
        height = at.y() + line - area.top();
        at.rx() += width + spacing();
    }
    return height;
}

int FlowLayout::heightForWidth(int width) const
{
    return lay(QRect(0, 0, width, 0), [](QLayoutItem&, const QRect&) {});
}

QSize FlowLayout::sizeHint() const
{
    return {lineWidth(), lineHeight()};
}

QSize FlowLayout::minimumSize() const
{
    return {m_wraps ? widestItem() : lineWidth(), lineHeight()};
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    const Qt::LayoutDirection direction =
        parentWidget() != nullptr ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    lay(area,
        [&](QLayoutItem& item, const QRect& where) { item.setGeometry(QStyle::visualRect(direction, area, where)); });
}

} // namespace cairn::ui
