#pragma once

#include <QStyledItemDelegate>

namespace cairn::ui {

/// Paints a file's name with its folder, and its state: a mark and words, or a bar while it is being converted.
class QueueDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace cairn::ui
