#include "ui/map/canvas/map_layout.h"

#include <algorithm>
#include <cmath>

namespace cairn::ui {

namespace {

constexpr qreal kMargin = 14;
constexpr qreal kLeastWidth = 460;
constexpr qreal kWidest = 30;  ///< a curve that has everything
constexpr qreal kThinnest = 2; ///< a curve that has next to nothing
constexpr qreal kGrip = 12;    ///< how wide a curve is for the mouse, at least
constexpr qreal kLargestGap = 44;

qreal heightOf(const MapTarget& target, qreal line, bool isCompact)
{
    if (isCompact) {
        return line + 8;
    }
    switch (target.kind) {
    case MapTarget::Kind::Device: return target.totalBytes == 0 ? 2 * line + 16 : 2 * line + 30;
    case MapTarget::Kind::Absent: return 3 * line + 16;
    case MapTarget::Kind::Meta:
    case MapTarget::Kind::AsSaved: break;
    }
    return line + 16;
}

std::vector<QRectF> stack(const std::vector<qreal>& heights, qreal left, qreal width, qreal top, qreal gap)
{
    std::vector<QRectF> cards;
    for (const qreal height : heights) {
        cards.emplace_back(left, top, width, height);
        top += height + gap;
    }
    return cards;
}

qreal sum(const std::vector<qreal>& heights, qreal gap)
{
    qreal all = heights.empty() ? 0 : gap * static_cast<qreal>(heights.size() - 1);
    for (const qreal height : heights) {
        all += height;
    }
    return all;
}

/// Room between cards: what the height gives, within reason.
qreal gapFor(const std::vector<qreal>& heights, qreal room, qreal least)
{
    const qreal spare = room - sum(heights, least);
    const qreal more = heights.size() < 2 ? 0 : spare / static_cast<qreal>(heights.size() - 1);
    return std::clamp(least + more, least, kLargestGap);
}

/// One end of every curve: in a stack in the middle of its card's edge, thinner where the card is too low.
template <typename CardOf, typename SetEnd>
void placeEnds(const MapScene& scene, MapLayout& layout, const std::vector<QRectF>& cards, CardOf cardOf, SetEnd setEnd)
{
    constexpr qreal kSpace = 2;
    for (std::size_t card = 0; card < cards.size(); ++card) {
        std::vector<std::size_t> here;
        qreal height = -kSpace;
        for (std::size_t i = 0; i < scene.curves.size(); ++i) {
            if (cardOf(scene.curves[i]) == card) {
                here.push_back(i);
                height += layout.curves[i].width + kSpace;
            }
        }
        const qreal room = cards[card].height() - 6;
        const qreal scale = height > room ? room / height : 1;
        qreal y = cards[card].center().y() - height * scale / 2;
        for (const std::size_t i : here) {
            const qreal width = layout.curves[i].width * scale;
            setEnd(layout.curves[i], y + width / 2);
            y += width + kSpace * scale;
        }
    }
}

void placeCurves(const MapScene& scene, MapLayout& layout)
{
    std::uint64_t all = 1;
    for (const MapTag& tag : scene.tags) {
        all += tag.bytes;
    }
    for (const MapCurve& curve : scene.curves) {
        const qreal share = static_cast<qreal>(curve.use.bytes) / static_cast<qreal>(all);
        const qreal widest = layout.isCompact ? kWidest * 0.7 : kWidest;
        layout.curves.push_back({.from = QPointF(), .to = QPointF(), .width = std::max(kThinnest, widest * share)});
    }
    placeEnds(
        scene, layout, layout.tags, [](const MapCurve& curve) { return curve.tag; },
        [&](MapLayout::Curve& curve, qreal y) { curve.from = {layout.tags.front().right(), y}; });
    placeEnds(
        scene, layout, layout.targets, [](const MapCurve& curve) { return curve.target; },
        [&](MapLayout::Curve& curve, qreal y) { curve.to = {layout.targets.front().left(), y}; });
}

} // namespace

namespace {

/// How far the control points of a curve are from its ends.
qreal reachOf(const QPointF& from, const QPointF& to)
{
    return std::max(30.0, std::abs(to.x() - from.x()) * 0.5);
}

/// Within its width, or within reach of the mouse if it is thin.
bool isOnCurve(const MapLayout::Curve& curve, const QPointF& point)
{
    const qreal half = std::max(kGrip, curve.width) / 2;
    const QRectF around = QRectF(curve.from, curve.to).normalized().adjusted(0, -half, 0, half);
    if (!around.contains(point)) {
        return false;
    }
    const qreal reach = reachOf(curve.from, curve.to);
    const auto cubic = [](qreal t, qreal a, qreal b, qreal c, qreal d) {
        const qreal u = 1 - t;
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    };
    const auto xAt = [&](qreal t) {
        return cubic(t, curve.from.x(), curve.from.x() + reach, curve.to.x() - reach, curve.to.x());
    };
    qreal low = 0;
    qreal high = 1;
    for (int step = 0; step < 20; ++step) { // x grows from end to end, for cards are further apart than 60
        const qreal middle = (low + high) / 2;
        (xAt(middle) < point.x() ? low : high) = middle;
    }
    const qreal t = (low + high) / 2;
    const qreal away = std::abs(cubic(t, curve.from.y(), curve.from.y(), curve.to.y(), curve.to.y()) - point.y());
    const qreal risen = 6 * t * (1 - t) * (curve.to.y() - curve.from.y());
    const qreal run =
        3 * ((1 - t) * (1 - t) + t * t) * reach + 6 * t * (1 - t) * (curve.to.x() - curve.from.x() - 2 * reach);
    return away * run <= half * std::hypot(run, risen); // the distance across it
}

} // namespace

QPainterPath curvePath(const QPointF& from, const QPointF& to)
{
    const qreal reach = reachOf(from, to);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
    return path;
}

MapLayout layOut(const MapScene& scene, const QSizeF& available, const QFontMetrics& metrics)
{
    const qreal line = metrics.height();
    const qreal width = std::max(available.width(), kLeastWidth);
    const qreal left = std::clamp(width * 0.27, 150.0, 240.0);
    const qreal right = std::clamp(width * 0.36, 190.0, 320.0);
    const qreal top = kMargin + line + 8;

    MapLayout layout;
    constexpr qreal kCompactGap = 5;
    const qreal rows = static_cast<qreal>(std::max(scene.tags.size(), scene.targets.size()));
    layout.least = QSizeF(kLeastWidth, top + rows * (line + 8 + kCompactGap) + kMargin);
    std::vector<qreal> tagHeights;
    std::vector<qreal> targetHeights;
    qreal gap = 10;
    for (const bool isCompact : {false, true}) {
        layout.isCompact = isCompact;
        gap = isCompact ? kCompactGap : 10;
        tagHeights.assign(scene.tags.size(), isCompact ? line + 8 : 2 * line + 14);
        targetHeights.clear();
        for (const MapTarget& target : scene.targets) {
            targetHeights.push_back(heightOf(target, line, isCompact));
        }
        if (top + std::max(sum(tagHeights, gap), sum(targetHeights, gap)) + kMargin <= available.height()) {
            break;
        }
    }
    const qreal room = available.height() - top - kMargin;
    if (layout.isCompact) { // what room there is makes cards higher first
        constexpr qreal kMostMore = 14;
        const qreal more = std::clamp((room - layout.least.height() + top + kMargin) / rows, 0.0, kMostMore);
        for (qreal& height : tagHeights) {
            height += more;
        }
        for (qreal& height : targetHeights) {
            height += more;
        }
    }
    layout.tags = stack(tagHeights, kMargin, left, top, gapFor(tagHeights, room, gap));
    layout.targets = stack(targetHeights, width - kMargin - right, right, top, gapFor(targetHeights, room, gap));
    layout.tagHeading = QRectF(kMargin, kMargin, left, line);
    layout.targetHeading = QRectF(width - kMargin - right, kMargin, right, line);
    placeCurves(scene, layout);
    return layout;
}

MapItem MapLayout::itemAt(const QPointF& point) const
{
    const auto find = [&](const std::vector<QRectF>& cards, MapItem::Kind kind) -> MapItem {
        const auto card = std::ranges::find_if(cards, [&](const QRectF& rect) { return rect.contains(point); });
        return card == cards.end() ? MapItem() : MapItem{kind, static_cast<std::size_t>(card - cards.begin())};
    };
    if (const MapItem tag = find(tags, MapItem::Kind::Tag); tag.kind != MapItem::Kind::None) {
        return tag;
    }
    if (const MapItem target = find(targets, MapItem::Kind::Target); target.kind != MapItem::Kind::None) {
        return target;
    }
    for (std::size_t i = curves.size(); i-- > 0;) {
        if (isOnCurve(curves[i], point)) {
            return {MapItem::Kind::Curve, i};
        }
    }
    return {};
}

QRectF MapLayout::boundsOf(const MapItem& item) const
{
    switch (item.kind) {
    case MapItem::Kind::Tag: return item.index < tags.size() ? tags[item.index] : QRectF();
    case MapItem::Kind::Target: return item.index < targets.size() ? targets[item.index] : QRectF();
    case MapItem::Kind::Curve: break;
    case MapItem::Kind::None: return {};
    }
    if (item.index >= curves.size()) {
        return {};
    }
    const Curve& curve = curves[item.index];
    return QRectF(curve.from, curve.to).normalized().adjusted(0, -curve.width / 2, 0, curve.width / 2);
}

} // namespace cairn::ui
