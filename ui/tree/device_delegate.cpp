#include "ui/tree/device_delegate.h"

#include "ui/common/device_chip.h"
#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QApplication>
#include <QPainter>
#include <QSet>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kMargin = 4;

QString moreText(const QStringList& tags)
{
    return tags.size() > 1 ? QStringLiteral("+%1").arg(tags.size() - 1) : QString();
}

/// With the gap before it.
int moreWidth(const QStringList& tags, const QFontMetrics& metrics)
{
    return tags.size() > 1 ? metrics.horizontalAdvance(moreText(tags)) + kMargin + 1 : 0;
}

/// Where a row goes is only worth a chip if that is another place.
bool isAsSaved(const QModelIndex& index, const QStringList& tags)
{
    if (index.column() != static_cast<int>(RowColumn::MapsTo)) {
        return false;
    }
    const QModelIndex saved = index.siblingAtColumn(static_cast<int>(RowColumn::SavedOn));
    const QStringList savedOn = saved.data(CheckpointModel::DevicesRole).toStringList();
    return QSet<QString>(savedOn.begin(), savedOn.end()) == QSet<QString>(tags.begin(), tags.end());
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
    QRect area = cell.rect.adjusted(kMargin, 0, -kMargin, 0);
    if (isAsSaved(index, tags)) {
        painter->setPen(quietText(cell.palette));
        painter->setFont(cell.font);
        painter->drawText(area.adjusted(kMargin, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          cell.fontMetrics.elidedText(tr("as saved"), Qt::ElideRight, area.width() - kMargin));
        return;
    }
    // A name cut short is still a hint; a number cut short is a wrong one.
    const QRect chip = area.adjusted(0, 0, -moreWidth(tags, cell.fontMetrics), 0);
    const bool isSelected = (cell.state & QStyle::State_Selected) != 0; // a colour behind it would take its contrast
    paintChip(*painter, chip, tags.front(), deviceColor(tags.front(), cell.palette), cell.font,
              isSelected ? cell.palette.color(QPalette::Base) : QColor());
    area.setLeft(chip.left() + std::min(chipSize(tags.front(), cell.font).width(), chip.width()) + kMargin);
    painter->setPen(quietText(cell.palette));
    painter->setFont(cell.font);
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, moreText(tags));
}

QSize DeviceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStringList tags = index.data(CheckpointModel::DevicesRole).toStringList();
    const QSize chip = chipSize(tags.isEmpty() ? QStringLiteral("cpu") : tags.front(), option.font);
    return {chip.width() + moreWidth(tags, option.fontMetrics) + 2 * kMargin + 2, chip.height() + 4};
}

} // namespace cairn::ui
