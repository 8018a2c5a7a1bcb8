#include "ui/window/tree_page.h"

#include "core/base/text.h"
#include "ui/delegates/device_delegate.h"
#include "ui/jobs/job.h"
#include "ui/text/display.h"

#include <QHeaderView>

#include <deque>

namespace cairn::ui {

TreePage::TreePage(QWidget* parent) : QTreeView(parent), m_model(new CheckpointModel(this))
{
    setObjectName("tree");
    setAccessibleName(tr("Contents of the checkpoint"));
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegateForColumn(CheckpointModel::SavedOn, new DeviceDelegate(this));
    header()->setStretchLastSection(true);
    header()->setHighlightSections(false);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { Q_EMIT currentEntryChanged(m_model->entryAt(current)); });
}

checkpoint::EntryId TreePage::currentEntry() const
{
    return m_model->entryAt(currentIndex());
}

void TreePage::showDocument(const DocumentPtr& document)
{
    abandonJob(m_searching);
    m_model->setDocument(document);
    expandSome();
    fitColumns();
    setCurrentIndex(m_model->index(0, 0));
    search(m_searchText);
}

void TreePage::expandSome()
{
    constexpr int kMostRows = 60;
    int rows = m_model->rowCount();
    std::deque<QModelIndex> level;
    const auto append = [&](const QModelIndex& parent) {
        for (int row = 0; row < std::min(m_model->rowCount(parent), kMostRows); ++row) {
            level.push_back(m_model->index(row, 0, parent));
        }
    };
    append({});
    while (!level.empty() && rows <= kMostRows) {
        const QModelIndex index = level.front();
        level.pop_front();
        const int children = m_model->rowCount(index);
        if (children != 0 && rows + children <= kMostRows) {
            rows += children;
            expand(index);
            append(index);
        }
    }
}

void TreePage::fitColumns()
{
    const int most = 40 * fontMetrics().averageCharWidth();
    for (int column = 0; column < CheckpointModel::Value; ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, std::min(columnWidth(column) + 12, most));
    }
}

void TreePage::search(const QString& text)
{
    abandonJob(m_searching);
    m_searchText = text;
    const DocumentPtr document = m_model->document();
    if (!document) {
        return;
    }
    if (text.trimmed().isEmpty()) {
        const checkpoint::EntryId current = currentEntry();
        if (m_model->isFiltered()) {
            m_model->setFilter(nullptr);
            expandSome();
            select(current);
        }
        tell({});
        return;
    }
    m_searching = startJob(
        this,
        [document, wanted = text.trimmed().toStdString()](const Progress& progress) {
            return filterRows(*document, wanted, progress);
        },
        [this](const RowFilterPtr& filter) {
            m_searching = nullptr;
            if (filter) {
                takeFilter(filter);
            }
        });
}

void TreePage::takeFilter(const RowFilterPtr& filter)
{
    m_model->setFilter(filter);
    expandSome();
    if (filter->hits != 0) {
        select(filter->firstHit);
    }
    tell(filter->hits == 0 ? tr("nothing found") : fromUtf8(countOf(filter->hits, "hit")));
}

void TreePage::tell(const QString& summary)
{
    m_searchSummary = summary;
    Q_EMIT searched(summary);
}

void TreePage::goTo(checkpoint::EntryId id)
{
    if (!m_searchText.isEmpty() && !m_model->indexOf(id).isValid()) {
        search({});
        Q_EMIT searchEnded();
    }
    select(id);
}

void TreePage::select(checkpoint::EntryId id)
{
    const QModelIndex index = m_model->indexOf(id);
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    }
}

} // namespace cairn::ui
