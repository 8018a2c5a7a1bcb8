#include "ui/map/canvas/map_canvas.h"

#include <QKeyEvent>

#include <algorithm>

// MapCanvas by keyboard.

namespace cairn::ui {

using Kind = MapItem::Kind;

void MapCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    beginWalk();
    update();
}

/// Without an item to begin at, arrows would do nothing.
void MapCanvas::beginWalk()
{
    if (m_look.current.kind == Kind::None && !m_scene.tags.empty()) {
        setCurrent({Kind::Tag, 0});
    }
}

void MapCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (m_look.drag && m_look.drag->isByKeyboard && event->reason() != Qt::PopupFocusReason) {
        cancelDrag();
    }
    update();
}

void MapCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isCarrying = m_look.drag && !m_look.drag->isSettling;
    if (!(isCarrying ? carryingKey(event->key()) : walkingKey(event->key()))) {
        QWidget::keyPressEvent(event);
    }
}

void MapCanvas::carryByKeyboard(const MapItem& source)
{
    MapItem over{Kind::Target, 0};
    const auto curve = std::ranges::find_if(m_scene.curves, [&](const MapCurve& one) {
        return source.kind == Kind::Tag ? one.tag == source.index : &one == &m_scene.curves[source.index];
    });
    if (curve != m_scene.curves.end() && m_scene.targets[curve->target].takesDrops()) {
        over.index = curve->target;
    }
    m_look.drag = MapDrag{.source = source, .at = {}, .over = {}, .isByKeyboard = true};
    setOver(over);
    Q_EMIT rectangleRequested(m_layout.boundsOf(over).toAlignedRect());
    update();
}

bool MapCanvas::carryingKey(int key)
{
    const std::size_t count = m_scene.targets.size();
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        std::size_t index = m_look.drag->over.index;
        do {
            index = (index + (key == Qt::Key_Down ? 1 : count - 1)) % count;
        } while (!m_scene.targets[index].takesDrops()); // the cpu always does
        setOver({Kind::Target, index});
        Q_EMIT rectangleRequested(m_layout.targets[index].toAlignedRect());
        update();
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_look.drag->over.kind == Kind::Target) {
            send(m_scene.targets[m_look.drag->over.index].dropTarget());
        }
        return true;
    case Qt::Key_Escape: cancelDrag(); return true;
    default: return false;
    }
}

bool MapCanvas::walkingKey(int key)
{
    const MapItem item = m_look.current;
    const bool isMovable = item.kind == Kind::Tag || item.kind == Kind::Curve;
    switch (key) {
    case Qt::Key_Up: step(-1); return true;
    case Qt::Key_Down: step(1); return true;
    case Qt::Key_Left: stepAcross(-1); return true;
    case Qt::Key_Right: stepAcross(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (isMovable) {
            carryByKeyboard(item);
        }
        return isMovable;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (isMovable) {
            sendAtOnce(item, {});
        }
        return isMovable;
    default: return false;
    }
}

/// Up and down among items of one kind.
void MapCanvas::step(int by)
{
    const std::vector<MapItem> all = items();
    const auto at = std::ranges::find(all, m_look.current) - all.begin() + by;
    const bool isInside = at >= 0 && at < static_cast<std::ptrdiff_t>(all.size());
    if (isInside && all[static_cast<std::size_t>(at)].kind == m_look.current.kind) {
        setCurrent(all[static_cast<std::size_t>(at)]);
    }
}

/// From a tag along its first curve to the target, and back.
void MapCanvas::stepAcross(int by)
{
    const MapItem item = m_look.current;
    if (item.kind == Kind::Curve) {
        const MapCurve& curve = m_scene.curves[item.index];
        setCurrent(by > 0 ? MapItem{Kind::Target, curve.target} : MapItem{Kind::Tag, curve.tag});
        return;
    }
    const bool isOutward = (item.kind == Kind::Tag) == (by > 0);
    const auto curve = std::ranges::find_if(m_scene.curves, [&](const MapCurve& one) {
        return item.kind == Kind::Tag ? one.tag == item.index : one.target == item.index;
    });
    if (isOutward && curve != m_scene.curves.end()) {
        setCurrent({Kind::Curve, static_cast<std::size_t>(curve - m_scene.curves.begin())});
    } else if (isOutward && item.kind == Kind::Target && !m_scene.tags.empty()) {
        setCurrent({Kind::Tag, 0});
    }
}

} // namespace cairn::ui
