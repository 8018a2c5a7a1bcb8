#include "ui/model/part_share_delegate.h"

#include "ui/model/parts_model.h"
#include "ui/text/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace cairn::ui {

void PartShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int kWidest = 150;
    constexpr int kHeight = 8;
    constexpr int kGap = 8;
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, {});
    const QStyle& style = cell.widget != nullptr ? *cell.widget->style() : *QApplication::style();
    style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    if (text.isEmpty()) {
        return;
    }
    const int textWidth = cell.fontMetrics.horizontalAdvance(QStringLiteral("100.0 %"));
    const QRect inside = cell.rect.adjusted(kGap, 0, -kGap, 0);
    const int width = std::clamp(inside.width() - textWidth - kGap, 0, kWidest);
    const auto mirrored = [&](const QRect& rect) { return QStyle::visualRect(cell.direction, inside, rect); };
    const QRect bar(inside.left(), inside.center().y() - kHeight / 2 + 1, width, kHeight);
    const QPalette palette = QApplication::palette();
    const double share = index.data(PartsModel::ShareRole).toDouble();
    const int part = std::max(2, static_cast<int>(width * share));
    painter->save();
    painter->setPen(Qt::NoPen);
    painter->setRenderHint(QPainter::Antialiasing);
    constexpr double kRound = 2;
    painter->setBrush(lineColor(palette));
    painter->drawRoundedRect(mirrored(bar), kRound, kRound);
    painter->setBrush(barColor(palette));
    painter->drawRoundedRect(mirrored(QRect(bar.topLeft(), QSize(std::min(part, width), kHeight))), kRound, kRound);
    painter->restore();
    painter->save();
    painter->setPen(quietText(palette));
    const QRect place(bar.right() + kGap, inside.top(), textWidth, inside.height());
    painter->drawText(mirrored(place), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

} // namespace cairn::ui
