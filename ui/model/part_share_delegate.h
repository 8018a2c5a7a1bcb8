#pragma once

#include <QStyledItemDelegate>

namespace cairn::ui {

/// Paints the share that a part has of its model: a bar, and the percentage behind it. Owned by the view.
class PartShareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace cairn::ui
