#pragma once

#include <QStyledItemDelegate>

namespace cairn::ui {

/// Edits a cell of the rules: a box to choose from where there are choices, which takes other text too. Owned by the
/// view.
class RuleDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace cairn::ui
