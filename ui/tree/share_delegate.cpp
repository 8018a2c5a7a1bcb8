#include "ui/tree/share_delegate.h"

#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QPainter>

namespace cairn::ui {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const double share = index.data(CheckpointModel::ShareRole).toDouble();
    if (share > 0 && (option.state & QStyle::State_Selected) == 0) {
        constexpr int kBarMargin = 2;
        const QRect area = option.rect.adjusted(kBarMargin, kBarMargin, -kBarMargin, -kBarMargin);
        const int width = std::max(2, static_cast<int>(area.width() * std::min(share, 1.0)));
        const QRect bar = option.direction == Qt::RightToLeft
                              ? QRect(area.left(), area.top(), width, area.height())
                              : QRect(area.right() - width + 1, area.top(), width, area.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(blend(option.palette.color(QPalette::Base), option.palette.color(QPalette::Highlight), 0.2));
        painter->drawRoundedRect(bar, 2, 2);
        painter->restore();
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace cairn::ui
