#include "ui/delegates/device_delegate.h"

#include "ui/delegates/device_chip.h"
#include "ui/models/checkpoint_model.h"
#include "ui/text/theme.h"

#include <QApplication>
#include <QPainter>

namespace cairn::ui {

namespace {

constexpr int kMargin = 4;

QString moreText(const QStringList& tags)
{
    return tags.size() > 1 ? QStringLiteral("+%1").arg(tags.size() - 1) : QString();
}

} // namespace

void DeviceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    const QStringList tags = index.data(CheckpointModel::DevicesRole).toStringList();
    if (tags.isEmpty()) {
        return;
    }
    const bool selected = (cell.state & QStyle::State_Selected) != 0;
    const QColor plain = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    QRect area = cell.rect.adjusted(kMargin, 0, -kMargin, 0);
    paintChip(*painter, area, tags.front(), selected ? plain : deviceColor(tags.front(), cell.palette), cell.font);
    area.setLeft(area.left() + chipSize(tags.front(), cell.font).width() + kMargin);
    painter->setPen(selected ? plain : quietText(cell.palette));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, moreText(tags));
}

QSize DeviceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStringList tags = index.data(CheckpointModel::DevicesRole).toStringList();
    const QSize chip = chipSize(tags.isEmpty() ? QStringLiteral("cpu") : tags.front(), option.font);
    const int more = tags.size() > 1 ? option.fontMetrics.horizontalAdvance(moreText(tags)) + kMargin : 0;
    return {chip.width() + more + 2 * kMargin + 2, chip.height() + 4};
}

} // namespace cairn::ui
