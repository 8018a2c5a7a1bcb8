#include "ui/tree/device_delegate.h"

#include "ui/common/device_chip.h"
#include "ui/document/entry_text.h"
#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QSet>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kMargin = 4;
constexpr int kShareGap = 6;
constexpr int kLeastBar = 32;

QString moreText(const QStringList& tags)
{
    return tags.size() > 1 ? QStringLiteral("+%1").arg(tags.size() - 1) : QString();
}

/// With the gap before it.
int moreWidth(const QStringList& tags, const QFontMetrics& metrics)
{
    return tags.size() > 1 ? metrics.horizontalAdvance(moreText(tags)) + kMargin + 1 : 0;
}

/// Beside the bar, whose colours alone nobody needs to know.
QString sharesText(const QStringList& tags)
{
    return tags.front() + u' ' + moreText(tags);
}

/// As long as the part of the bytes that a device has; the smallest can still be seen.
void paintShares(QPainter& painter, const QRect& area, const QPalette& palette, const QList<DeviceShare>& shares)
{
    constexpr int kHeight = 8;
    constexpr int kRound = kHeight / 2;
    constexpr double kLeastPart = 2;
    const QRectF bar(area.left(), area.center().y() - kRound + 1, area.width(), kHeight);
    double whole = 0;
    for (const DeviceShare& share : shares) {
        whole += static_cast<double>(share.bytes);
    }
    const double toShare = bar.width() - kLeastPart * static_cast<double>(shares.size());
    QPainterPath outline;
    outline.addRoundedRect(bar, kRound, kRound);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipPath(outline, Qt::IntersectClip);
    double left = bar.left();
    for (const DeviceShare& share : shares) {
        const double width = kLeastPart + toShare * static_cast<double>(share.bytes) / whole;
        painter.fillRect(QRectF(left, bar.top(), width, bar.height()), deviceColor(share.device, palette));
        left += width;
    }
    painter.restore();
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
    const auto shares = index.data(CheckpointModel::SharesRole).value<QList<DeviceShare>>();
    if (!shares.isEmpty()) {
        const QString words = sharesText(tags);
        const int bar = area.width() - cell.fontMetrics.horizontalAdvance(words) - 1 - kShareGap; // widths are rounded
        paintShares(*painter, {area.left(), area.top(), std::max(bar, kLeastBar), area.height()}, cell.palette, shares);
        area.setLeft(area.left() + std::max(bar, kLeastBar) + kShareGap);
        painter->setPen(quietText(cell.palette));
        painter->setFont(cell.font);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                          cell.fontMetrics.elidedText(words, Qt::ElideMiddle, area.width()));
        return;
    }
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
    if (!index.data(CheckpointModel::SharesRole).value<QList<DeviceShare>>().isEmpty()) {
        const int words = option.fontMetrics.horizontalAdvance(sharesText(tags));
        return {kLeastBar + kShareGap + words + 2 * kMargin, chipSize(tags.front(), option.font).height() + 4};
    }
    const QSize chip = chipSize(tags.isEmpty() ? QStringLiteral("cpu") : tags.front(), option.font);
    return {chip.width() + moreWidth(tags, option.fontMetrics) + 2 * kMargin + 2, chip.height() + 4};
}

} // namespace cairn::ui
