#include "ui/common/table_style.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace cairn::ui {

namespace {

/// Rows with some air.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int air = 6;
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, air);
    }
};

} // namespace

void styleList(QTreeView& list, const char* objectName, const QString& accessibleName)
{
    list.setObjectName(objectName);
    list.setAccessibleName(accessibleName);
    list.setFrameShape(QFrame::NoFrame);
    list.setUniformRowHeights(true);
    list.setTextElideMode(Qt::ElideMiddle);
    list.setItemDelegate(new RowDelegate(&list));
    list.header()->setHighlightSections(false);
    list.header()->setStretchLastSection(true);
    list.header()->setResizeContentsPrecision(kRowsMeasured);
}

void fitListColumns(QTreeView& list)
{
    const int most = std::max(160, list.viewport()->width() / 3);
    QHeaderView& header = *list.header();
    header.setStretchLastSection(false);
    for (int column = 0; column < header.count(); ++column) {
        if (!header.isSectionHidden(column)) {
            list.resizeColumnToContents(column);
            const int title = header.sectionSizeHint(column); // which is read whole
            list.setColumnWidth(column, std::min(list.columnWidth(column) + 16, std::max(most, title)));
        }
    }
    header.setStretchLastSection(header.length() <= list.viewport()->width()); // where there is no room it gets less
}

} // namespace cairn::ui
