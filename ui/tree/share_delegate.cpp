#include "ui/tree/share_delegate.h"

#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QApplication>
#include <QPainter>

namespace cairn::ui {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const double share = index.data(CheckpointModel::ShareRole).toDouble();
    if (share <= 0) {
        return;
    }
    constexpr int kHeight = 2;
    const int margin = 4;
    const QRect area = option.rect.adjusted(margin, 0, -margin, 0);
    const int width = std::max(1, static_cast<int>(area.width() * std::min(share, 1.0)));
    const int left = option.direction == Qt::RightToLeft ? area.left() : area.right() - width + 1;
    // The palette of a list has a pale colour for what is selected.
    painter->fillRect(left, area.bottom() - kHeight, width, kHeight, barColor(QApplication::palette()));
}

} // namespace cairn::ui
