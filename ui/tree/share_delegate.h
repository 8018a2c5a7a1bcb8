#pragma once

#include <QStyledItemDelegate>

namespace cairn::ui {

/// Paints bytes over a line that is as long as their share of the file. Owned by the view.
class ShareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace cairn::ui
