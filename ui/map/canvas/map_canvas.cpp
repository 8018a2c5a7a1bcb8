#include "ui/map/canvas/map_canvas.h"

#include "ui/map/canvas/map_accessible.h"

#include <QAccessible>
#include <QApplication>
#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace cairn::ui {

using Kind = MapItem::Kind;

MapCanvas::MapCanvas(QWidget* parent) : QWidget(parent)
{
    installMapAccessibility(); // before anything asks for an interface
    setObjectName("mapPicture");
    setAccessibleName(tr("Device map"));
    setAccessibleDescription(
        tr("Arrows walk over tags, curves and devices; Enter takes a tag or a curve, arrows choose a "
           "device, Enter drops it; Delete takes it back to where it was saved"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
}

void MapCanvas::setScene(MapScene scene, const DocumentPtr& document)
{
    const MapScene before = std::exchange(m_scene, std::move(scene));
    m_document = document;
    m_look.current = sameItem(m_look.current, before);
    m_look.hover = {};
    m_look.preview.clear();
    keepDrag(before);
    placeAll();
    updateGeometry();
    QAccessibleEvent changed(this, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&changed);
    if (hasFocus()) {
        beginWalk();
    }
}

/// What is being carried stays so, unless it has arrived or is no more.
void MapCanvas::keepDrag(const MapScene& before)
{
    m_pressed = sameItem(m_pressed, before);
    if (!m_look.drag) {
        return;
    }
    MapDrag& drag = *m_look.drag;
    const bool isOfRows = drag.source.kind == Kind::None;
    drag.source = sameItem(drag.source, before);
    drag.over = sameItem(drag.over, before);
    if (drag.isSettling || (!isOfRows && drag.source.kind == Kind::None)) {
        m_look.drag.reset();
        m_pressed = {};
    }
}

void MapCanvas::setForeseen(const MapScene& scene)
{
    m_look.preview = m_scene.targets;
    for (MapTarget& target : m_look.preview) {
        const auto then = std::ranges::find_if(
            scene.targets, [&](const MapTarget& one) { return one.kind == target.kind && one.title == target.title; });
        target.addedBytes = then == scene.targets.end() ? 0 : then->addedBytes;
        target.parts = then == scene.targets.end() ? decltype(target.parts)() : then->parts;
    }
    update();
}

MapItem MapCanvas::sameItem(const MapItem& item, const MapScene& before) const
{
    const auto tagIndex = [&](const std::string& tag) {
        return static_cast<std::size_t>(std::ranges::find(m_scene.tags, tag, &MapTag::tag) - m_scene.tags.begin());
    };
    MapItem same;
    if (item.kind == Kind::Tag && item.index < before.tags.size()) {
        same = {Kind::Tag, tagIndex(before.tags[item.index].tag)};
    } else if (item.kind == Kind::Target && item.index < before.targets.size()) {
        const auto found = std::ranges::find(m_scene.targets, before.targets[item.index].title, &MapTarget::title);
        same = {Kind::Target, static_cast<std::size_t>(found - m_scene.targets.begin())};
    } else if (item.kind == Kind::Curve && item.index < before.curves.size()) {
        const devices::TagFlow& flow = before.curves[item.index].use.flow;
        const auto hasFlow = [&](const MapCurve& curve) { return curve.use.flow == flow; };
        const auto hasTag = [&](const MapCurve& curve) { return curve.use.flow.tag == flow.tag; };
        auto found = std::ranges::find_if(m_scene.curves, hasFlow);
        found = found == m_scene.curves.end() ? std::ranges::find_if(m_scene.curves, hasTag) : found;
        same = {Kind::Curve, static_cast<std::size_t>(found - m_scene.curves.begin())};
    }
    const std::vector<MapItem> all = items();
    return std::ranges::find(all, same) == all.end() ? MapItem() : same;
}

void MapCanvas::placeAll()
{
    m_layout = layOut(m_scene, size(), fontMetrics());
    m_backdrop = QPixmap();
    update();
}

QSize MapCanvas::minimumSizeHint() const
{
    return layOut(m_scene, size(), fontMetrics()).least.toSize();
}

QSize MapCanvas::sizeHint() const
{
    return minimumSizeHint().expandedTo({760, 420});
}

std::vector<MapItem> MapCanvas::items() const
{
    std::vector<MapItem> all;
    const auto add = [&all](Kind kind, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back({kind, i});
        }
    };
    add(Kind::Tag, m_scene.tags.size());
    add(Kind::Curve, m_scene.curves.size());
    add(Kind::Target, m_scene.targets.size());
    return all;
}

QString MapCanvas::nameOf(const MapItem& item) const
{
    switch (item.kind) {
    case Kind::Tag: return ui::nameOf(m_scene.tags[item.index]);
    case Kind::Curve: return ui::nameOf(m_scene, m_scene.curves[item.index]);
    case Kind::Target: return ui::nameOf(m_scene.targets[item.index]);
    case Kind::None: break;
    }
    return {};
}

void MapCanvas::paintEvent(QPaintEvent* /*event*/)
{
    m_look.palette = palette();
    m_look.font = font();
    m_look.hasFocus = hasFocus();
    const qreal ratio = devicePixelRatioF();
    if (m_backdrop.isNull() || m_backdrop.devicePixelRatio() != ratio) {
        m_backdrop = QPixmap(size() * ratio);
        m_backdrop.setDevicePixelRatio(ratio);
        m_backdrop.fill(palette().color(QPalette::Base));
        QPainter painter(&m_backdrop);
        paintBackdrop(painter, m_scene, m_layout, m_look);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_backdrop);
    paintForeground(painter, m_scene, m_layout, m_look);
    if (m_scene.tags.empty()) {
        painter.drawText(rect(), Qt::AlignCenter, tr("This file holds no storages"));
    }
}

void MapCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeAll();
}

void MapCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::FontChange || type == QEvent::StyleChange || type == QEvent::PaletteChange) {
        placeAll();
    }
}

void MapCanvas::setHover(const MapItem& item)
{
    if (item != m_look.hover) {
        m_look.hover = item;
        setCursor(item.kind == Kind::Tag || item.kind == Kind::Curve ? Qt::OpenHandCursor : Qt::ArrowCursor);
        update();
    }
}

void MapCanvas::setCurrent(const MapItem& item)
{
    m_look.current = item;
    update();
    Q_EMIT rectangleRequested(m_layout.boundsOf(item).toAlignedRect());
    const std::vector<MapItem> all = items();
    const auto index = std::ranges::find(all, item) - all.begin();
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(static_cast<int>(index));
    QAccessible::updateAccessibility(&focus);
}

void MapCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    setHover({});
}

void MapCanvas::mousePressEvent(QMouseEvent* event)
{
    const MapItem item = m_layout.itemAt(event->position());
    cancelDrag();
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_pressed = item.kind == Kind::Target ? MapItem() : item;
    m_pressedAt = event->position();
    if (item.kind != Kind::None) {
        setCurrent(item);
    }
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) == 0 || m_pressed.kind == Kind::None) {
        setHover(m_layout.itemAt(event->position()));
        return;
    }
    const bool isFar = (event->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (!m_look.drag && isFar) {
        m_look.drag = MapDrag{.source = m_pressed, .at = {}, .over = {}};
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_look.drag) {
        moveDrag(event->position());
    }
}

void MapCanvas::moveDrag(const QPointF& at)
{
    MapDrag& drag = *m_look.drag;
    drag.at = at;
    const MapItem item = m_layout.itemAt(at);
    const bool takes = item.kind == Kind::Target && m_scene.targets[item.index].takesDrops();
    setOver(takes ? item : MapItem());
    constexpr int kEdge = 24;
    Q_EMIT rectangleRequested(QRect(at.toPoint(), QSize(1, 1)).adjusted(0, -kEdge, 0, kEdge));
    update();
}

void MapCanvas::setOver(const MapItem& item)
{
    if (std::exchange(m_look.drag->over, item) == item) {
        return;
    }
    m_look.preview.clear();
    if (item.kind == Kind::Target) {
        Q_EMIT held(payload(), m_scene.targets[item.index].dropTarget());
    } else {
        Q_EMIT leftTarget();
    }
}

/// What is being carried.
MapDragPayload MapCanvas::payload() const
{
    const MapItem& source = m_look.drag->source;
    switch (source.kind) {
    case Kind::Tag: return m_scene.tags[source.index].tag;
    case Kind::Curve: return m_scene.curves[source.index].use.flow;
    case Kind::Target:
    case Kind::None: break;
    }
    return m_rows;
}

void MapCanvas::cancelDrag()
{
    m_pressed = {};
    if (m_look.drag) {
        m_look.drag.reset();
        m_look.preview.clear();
        unsetCursor();
        update();
        Q_EMIT leftTarget();
    }
}

void MapCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (m_look.drag && !m_look.drag->isByKeyboard && !m_look.drag->isSettling) {
        drop(event->position());
    }
    m_pressed = {};
    setHover(m_layout.itemAt(event->position()));
}

void MapCanvas::drop(const QPointF& at)
{
    const MapItem item = m_layout.itemAt(at);
    if (item.kind == Kind::Target && !m_scene.targets[item.index].takesDrops()) {
        const MapTarget& target = m_scene.targets[item.index];
        cancelDrag();
        Q_EMIT refused(tr("%1 cannot take it: %2").arg(target.title, target.note));
    } else if (item.kind == Kind::Tag || !rect().contains(at.toPoint())) {
        cancelDrag();
    } else if (item.kind == Kind::Target) {
        send(m_scene.targets[item.index].dropTarget());
    } else {
        send({}); // empty space, or a curve that crosses it
    }
}

/// Ends the drag, or what took its place.
void MapCanvas::send(const std::string& to)
{
    m_look.drag->isSettling = true; // setScene() ends it
    Q_EMIT sent(payload(), to);
}

/// By a menu or a key, with nothing on its way.
void MapCanvas::sendAtOnce(const MapItem& source, const std::string& to)
{
    cancelDrag();
    if (source.kind == Kind::Tag) {
        Q_EMIT sent(m_scene.tags[source.index].tag, to);
    } else if (source.kind == Kind::Curve) {
        Q_EMIT sent(m_scene.curves[source.index].use.flow, to);
    }
}

bool MapCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()).toHtmlEscaped(), this);
        return true;
    }
    const bool isKey = event->type() == QEvent::ShortcutOverride;
    if (isKey && m_look.drag && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // the key is for what is being carried
        return true;
    }
    return QWidget::event(event);
}

QString MapCanvas::tipAt(const QPointF& at) const
{
    return nameOf(m_layout.itemAt(at));
}

void MapCanvas::openMenu(const MapItem& item)
{
    if (item.kind != Kind::Tag && item.kind != Kind::Curve) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName("mapTargetMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const MapTarget& target : m_scene.targets) {
        if (target.takesDrops()) {
            QAction* action = menu->addAction(tr("Send to %1").arg(target.title));
            action->setStatusTip(target.note);
            connect(action, &QAction::triggered, this,
                    [this, item, to = target.dropTarget()] { sendAtOnce(item, to); });
        }
    }
    menu->popup(mapToGlobal(m_layout.boundsOf(item).center().toPoint()));
}

void MapCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    openMenu(isByKey ? m_look.current : m_layout.itemAt(event->pos()));
}

void MapCanvas::dragEnterEvent(QDragEnterEvent* event)
{
    m_rows = m_document ? rowsOf(*event->mimeData(), *m_document) : EntryRows();
    if (!m_rows.empty()) {
        m_look.drag = MapDrag{};
        moveDrag(event->position());
        event->acceptProposedAction();
    }
}

void MapCanvas::dragMoveEvent(QDragMoveEvent* event)
{
    if (m_look.drag) {
        moveDrag(event->position());
        event->acceptProposedAction();
    }
}

void MapCanvas::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    cancelDrag();
}

void MapCanvas::dropEvent(QDropEvent* event)
{
    const MapItem item = m_layout.itemAt(event->position());
    const bool isTarget = item.kind == Kind::Target;
    if (!m_look.drag || m_rows.empty() || (isTarget && !m_scene.targets[item.index].takesDrops())) {
        cancelDrag();
        event->ignore();
        return;
    }
    event->acceptProposedAction();
    send(isTarget ? m_scene.targets[item.index].dropTarget() : std::string());
}

} // namespace cairn::ui
