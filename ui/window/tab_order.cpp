#include "ui/window/tab_order.h"

#include <QWidget>

#include <algorithm>

namespace cairn::ui {

namespace {

/// Beside each other, if only by half of the lower one.
bool isInLine(const QRect& line, const QRect& other)
{
    return other.center().y() <= line.bottom();
}

/// The parts of a widget, line by line.
QList<QWidget*> partsInOrder(const QWidget& widget)
{
    QList<QWidget*> parts;
    for (QWidget* part : widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (part->isVisible() && part->isEnabled() && !part->isWindow()) {
            parts.append(part);
        }
    }
    std::ranges::sort(parts, {}, [](const QWidget* part) { return part->y(); });
    const bool isTurned = widget.layoutDirection() == Qt::RightToLeft;
    for (auto line = parts.begin(); line != parts.end();) {
        const QRect first = (*line)->geometry();
        const auto end = // the first is in its line whatever its size, which is nothing before it was laid out
            std::find_if_not(line + 1, parts.end(),
                             [&](const QWidget* part) { return isInLine(first, part->geometry()); });
        std::sort(line, end,
                  [&](const QWidget* a, const QWidget* b) { return isTurned ? a->x() > b->x() : a->x() < b->x(); });
        line = end;
    }
    return parts;
}

} // namespace

QList<QWidget*> tabOrder(const QWidget& window)
{
    QList<QWidget*> order;
    QList<QWidget*> open = partsInOrder(window);
    while (!open.isEmpty()) {
        QWidget* widget = open.takeFirst();
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr) {
            order.append(widget);
        }
        open = partsInOrder(*widget) + open;
    }
    return order;
}

} // namespace cairn::ui
