#include "ui/map/rules/rule_delegate.h"

#include "ui/map/rules/rule_model.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>

namespace cairn::ui {

QWidget* RuleDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStringList choices = index.data(RuleModel::ChoicesRole).toStringList();
    if (choices.isEmpty()) {
        return QStyledItemDelegate::createEditor(parent, option, index);
    }
    auto* box = new QComboBox(parent);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItems(choices);
    if (const auto* view = qobject_cast<QAbstractItemView*>(parent->parentWidget())) {
        connect(box, &QComboBox::activated, view, [view, box] { Q_EMIT view->itemDelegate()->commitData(box); });
    }
    return box;
}

void RuleDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* box = qobject_cast<QComboBox*>(editor);
    if (box == nullptr) {
        QStyledItemDelegate::setEditorData(editor, index);
        return;
    }
    const QString text = index.data(Qt::EditRole).toString();
    box->setCurrentIndex(box->findText(text));
    box->setEditText(text);
    box->lineEdit()->selectAll();
}

void RuleDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* box = qobject_cast<QComboBox*>(editor);
    if (box == nullptr) {
        QStyledItemDelegate::setModelData(editor, model, index);
        return;
    }
    model->setData(index, box->currentText(), Qt::EditRole);
}

} // namespace cairn::ui
