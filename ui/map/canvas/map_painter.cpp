#include "ui/map/canvas/map_painter.h"

#include "ui/common/device_chip.h"
#include "ui/document/entry_text.h"
#include "ui/map/canvas/broken_way.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cairn::ui {

namespace {

constexpr qreal kRadius = 7;
constexpr qreal kPadding = 10;
constexpr qreal kBarHeight = 7;
constexpr qreal kWidestHalf = 20; ///< of a curve, and more

QString mapPainterText(const char* text)
{
    return QCoreApplication::translate("MapPainter", text);
}

/// One pass over a scene.
class MapPainter {
public:
    MapPainter(QPainter& painter, const MapScene& scene, const MapLayout& layout, const MapLook& look)
        : m_painter(painter), m_scene(scene), m_layout(layout), m_look(look), m_metrics(look.font), m_bold(look.font)
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(look.font);
        m_bold.setBold(true);
        m_base = look.palette.color(QPalette::Base);
        m_text = look.palette.color(QPalette::Text);
        m_quiet = quietText(look.palette);
        m_isShort = std::ranges::any_of(scene.tags, [&](const MapTag& tag) {
            const int words =
                QFontMetrics(m_bold).horizontalAdvance(shown(tag.tag)) + m_metrics.horizontalAdvance(factsOf(tag));
            return words + 3 * kPadding > layout.tagHeading.width();
        });
        m_warning = isDark(look.palette) ? QColor(0xf0, 0x7c, 0x74) : QColor(0xc0, 0x39, 0x2b);
    }

    void backdrop()
    {
        m_isPlain = true;
        m_painter.setPen(m_quiet);
        drawLine(m_layout.tagHeading, mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "Saved on")), Qt::AlignLeft);
        drawLine(m_layout.targetHeading, m_scene.machine.left(1).toUpper() + m_scene.machine.mid(1), Qt::AlignLeft);
        for (std::size_t i = 0; i < m_scene.curves.size(); ++i) {
            drawCurve(i, 0.6F);
        }
        for (std::size_t i = 0; i < m_scene.tags.size(); ++i) {
            drawTag(i);
        }
        for (std::size_t i = 0; i < m_scene.targets.size(); ++i) {
            drawTarget(i);
        }
    }

    void foreground()
    {
        m_isPlain = false;
        drawVeil();
        for (std::size_t i = 0; i < m_scene.curves.size() && !m_look.drag; ++i) {
            const MapCurve& curve = m_scene.curves[i];
            const MapItem item{MapItem::Kind::Curve, i};
            if (isLit(item) || isLit({MapItem::Kind::Tag, curve.tag}) || isLit({MapItem::Kind::Target, curve.target})) {
                drawCurve(i, 0.75F); // over what is there already
            }
            if (isLit(item)) {
                drawGrip(m_layout.curves[i].to - QPointF(5, 0), colorOf(curve.use.flow.tag));
            }
        }
        for (std::size_t i = 0; i < m_scene.tags.size(); ++i) {
            if (isLit({MapItem::Kind::Tag, i})) {
                drawTag(i);
            }
        }
        for (std::size_t i = 0; i < m_scene.targets.size(); ++i) {
            const MapItem item{MapItem::Kind::Target, i};
            if (isLit(item) || (m_look.drag && m_look.drag->over == item) || isPreviewed(i)) {
                drawTarget(i);
            }
        }
        drawCarried();
    }

private:
    [[nodiscard]] QColor colorOf(const std::string& tag) const { return deviceColor(shown(tag), m_look.palette); }
    [[nodiscard]] bool isCarried(std::size_t curve) const
    {
        if (!m_look.drag) {
            return false;
        }
        const MapItem& source = m_look.drag->source;
        return source == MapItem{MapItem::Kind::Curve, curve} ||
               source == MapItem{MapItem::Kind::Tag, m_scene.curves[curve].tag};
    }
    [[nodiscard]] bool isLit(const MapItem& item) const
    {
        return !m_isPlain && (item == m_look.hover || item == m_look.current);
    }
    /// What is carried would change what goes there.
    [[nodiscard]] bool isPreviewed(std::size_t target) const
    {
        return !m_isPlain && target < m_look.preview.size() &&
               m_look.preview[target].addedBytes != m_scene.targets[target].addedBytes;
    }
    [[nodiscard]] const MapTarget& targetAt(std::size_t index) const
    {
        return isPreviewed(index) ? m_look.preview[index] : m_scene.targets[index];
    }

    /// Text in a rectangle, cut where it is too long. Returns its width.
    qreal drawLine(const QRectF& area, const QString& text, Qt::Alignment side)
    {
        const QFontMetricsF metrics(m_painter.font());
        const QString cut = metrics.elidedText(text, Qt::ElideRight, area.width());
        m_painter.drawText(area, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine, cut);
        return metrics.horizontalAdvance(cut);
    }

    void drawCurve(std::size_t index, float opacity)
    {
        const MapLayout::Curve& curve = m_layout.curves[index];
        const MapTarget& target = m_scene.targets[m_scene.curves[index].target];
        const bool isAbsent = target.kind == MapTarget::Kind::Absent;
        QColor color = colorOf(m_scene.curves[index].use.flow.tag);
        color.setAlphaF(opacity);
        if (isAbsent) {
            drawBrokenWay(m_painter, curvePath(curve.from, curve.to), curve.width, color, m_warning);
            return;
        }
        m_painter.setPen(QPen(color, curve.width, Qt::SolidLine, Qt::FlatCap));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(curvePath(curve.from, curve.to));
    }

    /// While something is carried, the curves as they are step back.
    void drawVeil()
    {
        if (m_look.drag && !m_layout.tags.empty() && !m_layout.targets.empty()) {
            const qreal left = m_layout.tags.front().right();
            const qreal height = std::max(m_layout.tags.back().bottom(), m_layout.targets.back().bottom());
            QColor veil = m_base;
            veil.setAlphaF(0.6F);
            m_painter.fillRect(QRectF(left, 0, m_layout.targets.front().left() - left, height + kWidestHalf), veil);
        }
    }

    void drawGrip(const QPointF& at, const QColor& color)
    {
        m_painter.setPen(QPen(color, 2));
        m_painter.setBrush(m_base);
        m_painter.drawEllipse(at, 5, 5);
    }

    /// What is on its way, from its tag to the mouse or into the target under it.
    void drawCarried()
    {
        if (!m_look.drag || m_look.drag->source.kind == MapItem::Kind::None) {
            return;
        }
        const MapDrag& drag = *m_look.drag;
        QPointF from;
        qreal width = 0;
        std::string tag;
        qreal places = 0;
        for (std::size_t i = 0; i < m_scene.curves.size(); ++i) {
            if (isCarried(i)) {
                from += m_layout.curves[i].from;
                width += m_layout.curves[i].width;
                tag = m_scene.curves[i].use.flow.tag;
                ++places;
            }
        }
        if (places == 0) {
            return;
        }
        QPointF end = drag.at;
        if (drag.over.kind == MapItem::Kind::Target) {
            const QRectF& card = m_layout.targets[drag.over.index];
            end = {card.left(), card.center().y()};
        }
        QColor color = colorOf(tag);
        color.setAlphaF(0.85F);
        m_painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(curvePath(from / places, end));
        drawGrip(end, colorOf(tag));
    }

    void drawCard(const QRectF& card, const MapItem& item, bool isFaint)
    {
        const bool isDropTarget = !m_isPlain && m_look.drag && m_look.drag->over == item;
        const bool isCurrent = !m_isPlain && m_look.hasFocus && m_look.current == item;
        const QColor accent = m_look.palette.color(QPalette::Highlight);
        const QColor line = isDropTarget || isCurrent ? accent : blend(m_base, m_text, isLit(item) ? 0.4 : 0.18);
        QColor fill = isDropTarget ? blend(m_base, accent, 0.14) : blend(m_base, m_text, isFaint ? 0.015 : 0.045);
        m_painter.setBrush(fill);
        QPen pen(line, isDropTarget || isCurrent ? 2 : 1);
        if (isFaint && !isCurrent) {
            pen.setStyle(Qt::DashLine);
        }
        m_painter.setPen(pen);
        m_painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    }

    [[nodiscard]] static QString factsOf(const MapTag& tag)
    {
        return QStringLiteral("%1 · %2").arg(storagesText(tag.storages), bytesText(tag.bytes));
    }

    void drawTag(std::size_t index)
    {
        const MapTag& tag = m_scene.tags[index];
        const QRectF& card = m_layout.tags[index];
        drawCard(card, {MapItem::Kind::Tag, index}, false);
        const QString facts = factsOf(tag);
        QRectF area = card.adjusted(kPadding, 0, -kPadding, 0);
        const qreal line = m_metrics.height();
        if (m_layout.isCompact) {
            const qreal used = drawTitle(area, tag.tag, false);
            area.setLeft(area.left() + used + kPadding);
            m_painter.setPen(tag.split != 0 ? m_warning : m_quiet);
            drawLine(area, tag.split != 0 ? splitText(tag) : m_isShort ? bytesText(tag.bytes) : facts, Qt::AlignRight);
            return;
        }
        area.setTop(card.top() + 7);
        area.setHeight(line);
        const qreal used = drawTitle(area, tag.tag, false);
        if (tag.split != 0) {
            m_painter.setPen(m_warning);
            drawLine(area.adjusted(used + kPadding, 0, 0, 0), splitText(tag), Qt::AlignRight);
        }
        m_painter.setPen(m_quiet);
        drawLine(area.translated(0, line), facts, Qt::AlignLeft);
    }

    qreal drawTitle(const QRectF& area, const std::string& tag, bool isFaint)
    {
        return drawTitle(area, shown(tag), isFaint ? m_quiet : colorOf(tag));
    }

    qreal drawTitle(const QRectF& area, const QString& text, const QColor& color)
    {
        m_painter.setFont(m_bold);
        m_painter.setPen(color);
        const qreal width = drawLine(area, text, Qt::AlignLeft);
        m_painter.setFont(m_look.font);
        return width;
    }

    void drawTarget(std::size_t index)
    {
        const MapTarget& target = targetAt(index);
        const QRectF& card = m_layout.targets[index];
        const bool isAbsent = target.kind == MapTarget::Kind::Absent;
        drawCard(card, {MapItem::Kind::Target, index}, target.kind != MapTarget::Kind::Device);
        const bool isDevice = target.kind == MapTarget::Kind::Device;
        const QColor title = isDevice ? colorOf(target.tags.front()) : isAbsent ? m_quiet : m_text;
        const qreal line = m_metrics.height();
        QRectF area = card.adjusted(kPadding, 0, -kPadding, 0);
        if (!m_layout.isCompact) {
            area.setTop(card.top() + 7);
            area.setHeight(line);
        }
        const qreal used = drawTitle(area, target.title, title);
        QRectF rest = area.adjusted(used + kPadding, 0, 0, 0);
        m_painter.setPen(m_quiet);
        if (isDevice) {
            m_layout.isCompact ? drawCompactMemory(rest, target) : drawMemory(area, rest, target);
        } else if (isAbsent && !m_layout.isCompact) {
            const QRectF lines = area.translated(0, line).adjusted(0, 0, 0, line);
            drawLines(lines, mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "not there: %1")).arg(target.note));
        } else {
            drawLine(rest,
                     isAbsent ? mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "not there: %1")).arg(target.note)
                              : target.note,
                     Qt::AlignLeft);
        }
    }

    /// Two lines of text, the second cut.
    void drawLines(const QRectF& area, const QString& text)
    {
        const qreal line = m_metrics.height();
        QString first = text;
        while (QFontMetricsF(m_look.font).horizontalAdvance(first) > area.width() && first.contains(u' ')) {
            first.truncate(first.lastIndexOf(u' '));
        }
        drawLine(QRectF(area.topLeft(), QSizeF(area.width(), line)), first, Qt::AlignLeft);
        drawLine(QRectF(area.left(), area.top() + line, area.width(), line), text.mid(first.size()).trimmed(),
                 Qt::AlignLeft);
    }

    [[nodiscard]] static QString memoryText(const MapTarget& target)
    {
        QString added = target.addedBytes == 0 ? QString() : u'+' + bytesText(target.addedBytes);
        if (target.totalBytes == 0) {
            return added;
        }
        const QString free = bytesText(target.freeBytes);
        if (target.isOver()) {
            return mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "%1, but only %2 free")).arg(added, free);
        }
        return added.isEmpty() ? mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "%1 free")).arg(free)
                               : mapPainterText(QT_TRANSLATE_NOOP("MapPainter", "%1 of %2 free")).arg(added, free);
    }

    void drawMemory(const QRectF& area, const QRectF& rest, const MapTarget& target)
    {
        drawLine(rest, target.note, Qt::AlignLeft);
        const qreal line = m_metrics.height();
        qreal top = area.bottom() + 1;
        if (target.totalBytes != 0) {
            drawBar(QRectF(area.left(), top + 4, area.width(), kBarHeight), target);
            top += kBarHeight + 7;
        }
        m_painter.setPen(target.isOver() ? m_warning : m_quiet);
        drawLine(QRectF(area.left(), top, area.width(), line), memoryText(target), Qt::AlignLeft);
    }

    void drawCompactMemory(const QRectF& rest, const MapTarget& target)
    {
        m_painter.setPen(target.isOver() ? m_warning : m_quiet);
        const qreal words = drawLine(rest, memoryText(target), Qt::AlignRight);
        const QRectF bar(rest.left(), rest.center().y() - kBarHeight / 2, rest.width() - words - kPadding, kBarHeight);
        constexpr qreal kShortest = 24;
        if (target.totalBytes != 0 && bar.width() > kShortest) {
            drawBar(bar, target);
        }
    }

    /// Used, what the map adds in the colours of where it was saved, and what is free then.
    void drawBar(const QRectF& bar, const MapTarget& target)
    {
        QPainterPath frame;
        frame.addRoundedRect(bar, kBarHeight / 2, kBarHeight / 2);
        m_painter.save();
        m_painter.setClipPath(frame);
        m_painter.fillRect(bar, blend(m_base, m_text, 0.10));
        const qreal scale =
            bar.width() /
            static_cast<qreal>(std::max(target.totalBytes, target.totalBytes - target.freeBytes + target.addedBytes));
        const qreal used = static_cast<qreal>(target.totalBytes - target.freeBytes) * scale;
        m_painter.fillRect(QRectF(bar.left(), bar.top(), used, bar.height()), blend(m_base, m_text, 0.32));
        qreal left = bar.left() + used;
        for (const auto& [tag, bytes] : target.parts) {
            constexpr qreal kVisible = 1.5;
            const qreal width = bytes == 0 ? 0 : std::max(kVisible, static_cast<qreal>(bytes) * scale);
            m_painter.fillRect(QRectF(left, bar.top(), width, bar.height()), colorOf(m_scene.tags[tag].tag));
            left += width;
        }
        m_painter.restore();
        if (target.isOver()) {
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_warning, 1.5));
            m_painter.drawPath(frame);
            const qreal end = bar.left() + static_cast<qreal>(target.totalBytes) * scale;
            m_painter.drawLine(QPointF(end, bar.top() - 2), QPointF(end, bar.bottom() + 2));
        }
    }

    QPainter& m_painter;
    const MapScene& m_scene;
    const MapLayout& m_layout;
    const MapLook& m_look;
    QFontMetrics m_metrics;
    QFont m_bold;
    QColor m_base;
    QColor m_text;
    QColor m_quiet;
    QColor m_warning;
    bool m_isPlain = true;  ///< without what follows mouse and keyboard
    bool m_isShort = false; ///< no room for the number of storages on a line with the tag
};

} // namespace

void paintBackdrop(QPainter& painter, const MapScene& scene, const MapLayout& layout, const MapLook& look)
{
    MapPainter(painter, scene, layout, look).backdrop();
}

void paintForeground(QPainter& painter, const MapScene& scene, const MapLayout& layout, const MapLook& look)
{
    MapPainter(painter, scene, layout, look).foreground();
}

} // namespace cairn::ui
