#include "ui/queue/queue_table.h"

#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"
#include "ui/tree/device_delegate.h"

#include <QHeaderView>

#include <algorithm>
#include <array>

namespace cairn::ui {

namespace {

constexpr int kLeastOfState = 36;  // letters
constexpr int kWantedOfState = 66; // "Converted · 2 tag(s) became cpu; verified, all else is the same."

} // namespace

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
    connect(header(), &QHeaderView::sectionResized, this, [this] { m_isChosen = m_isChosen || !m_isFitting; });
}

void QueueTable::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    m_isFitting = true;
    if (!m_isChosen) {
        fitOthers();
    }
    fitState();
    m_isFitting = false;
}

/// As wide as is good to read, and in a narrow window as wide as must be. Names can be cut.
void QueueTable::fitOthers()
{
    struct Width {
        int column;
        int wanted; ///< in letters
        int least;
    };
    constexpr std::array<Width, 6> widths = {{{QueueModel::Name, 36, 20},
                                              {QueueModel::Trust, 17, 17},
                                              {QueueModel::SavedOn, 19, 17},
                                              {QueueModel::Format, 14, 12},
                                              {QueueModel::Size, 22, 21},
                                              {QueueModel::Copy, 25, 14}}};
    int least = kLeastOfState;
    int more = kWantedOfState - kLeastOfState; // which comes to it by itself: see fitState()
    for (const Width& width : widths) {
        least += width.least;
        more += width.wanted - width.least;
    }
    const int letter = fontMetrics().averageCharWidth();
    const int spare = std::clamp(viewport()->width() - least * letter, 0, more * letter);
    for (const auto& [column, wanted, narrow] : widths) {
        header()->resizeSection(column, narrow * letter + (wanted - narrow) * spare / more);
    }
}

void QueueTable::fitState()
{
    const int others = header()->length() - header()->sectionSize(QueueModel::State);
    const int least = kLeastOfState * fontMetrics().averageCharWidth();
    header()->resizeSection(QueueModel::State, std::max(least, viewport()->width() - others));
}

} // namespace cairn::ui
