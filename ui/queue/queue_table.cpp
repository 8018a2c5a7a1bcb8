#include "ui/queue/queue_table.h"

#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"
#include "ui/tree/device_delegate.h"

#include <QHeaderView>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::ui {

QueueTable::QueueTable(QAbstractItemModel* rows, QWidget* parent) : QTreeView(parent)
{
    setObjectName("queueTable");
    setAccessibleName(tr("Files to convert"));
    setModel(rows);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTextElideMode(Qt::ElideMiddle);
    setFrameShape(QFrame::NoFrame);
    setDragDropMode(QAbstractItemView::DragDrop); // rows to another place, and finished ones out of the window
    setDragDropOverwriteMode(false);
    auto* delegate = new QueueDelegate(this);
    setItemDelegateForColumn(QueueModel::Name, delegate);
    setItemDelegateForColumn(QueueModel::State, delegate);
    setItemDelegateForColumn(QueueModel::SavedOn, new DeviceDelegate(this));
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    constexpr std::array<std::pair<int, int>, 6> letters = {{{QueueModel::Name, 36},
                                                             {QueueModel::Trust, 15},
                                                             {QueueModel::SavedOn, 19},
                                                             {QueueModel::Format, 14},
                                                             {QueueModel::Size, 22},
                                                             {QueueModel::Copy, 25}}};
    for (const auto& [column, width] : letters) {
        header()->resizeSection(column, width * fontMetrics().averageCharWidth());
    }
}

void QueueTable::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitState();
}

void QueueTable::fitState()
{
    constexpr int least = 300;
    const int others = header()->length() - header()->sectionSize(QueueModel::State);
    header()->resizeSection(QueueModel::State, std::max(least, viewport()->width() - others));
}

} // namespace cairn::ui
