#include "ui/queue/queue_filter.h"

#include "ui/queue/queue_model.h"

namespace cairn::ui {

void QueueFilter::setWanted(Wanted wanted)
{
    m_wanted = wanted;
    invalidateFilter();
}

bool QueueFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const
{
    const auto state = qobject_cast<const QueueModel*>(sourceModel())->itemAt(row).state();
    switch (m_wanted) {
    case Wanted::All: return true;
    case Wanted::Left: return isToDo(state);
    case Wanted::Done: return state == QueueState::Done;
    case Wanted::Skipped: return state == QueueState::Skipped;
    case Wanted::Failed: return state == QueueState::Failed || state == QueueState::Cancelled;
    }
    return true;
}

} // namespace cairn::ui
