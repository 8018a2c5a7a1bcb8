#pragma once

#include <QStyledItemDelegate>

namespace cairn::ui {

/// Paints the saved devices of a row as a chip, and how many others there are; of a group on several as a bar of their
/// bytes. Owned by the view.
class DeviceDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace cairn::ui
