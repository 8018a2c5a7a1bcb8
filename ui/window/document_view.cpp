#include "ui/window/document_view.h"

#include "core/base/text.h"
#include "ui/delegates/device_delegate.h"
#include "ui/jobs/job.h"
#include "ui/panels/header_panel.h"
#include "ui/panels/verdict_bar.h"
#include "ui/text/display.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <deque>

namespace cairn::ui {

DocumentView::DocumentView(QWidget* parent)
    : QWidget(parent), m_model(new CheckpointModel(this)), m_tree(new QTreeView(this)), m_header(new HeaderPanel(this))
{
    setObjectName("documentView");
    setUpTree();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_tree, 1);
}

void DocumentView::setUpTree()
{
    m_tree->setObjectName("tree");
    m_tree->setAccessibleName(tr("Contents of the checkpoint"));
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setItemDelegateForColumn(CheckpointModel::SavedOn, new DeviceDelegate(m_tree));
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setHighlightSections(false);
    followSelection();
}

void DocumentView::followSelection()
{
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { Q_EMIT currentChanged(m_model->entryAt(current)); });
}

void DocumentView::abandon(Job*& job)
{
    if (job != nullptr) {
        std::exchange(job, nullptr)->abandon();
    }
}

void DocumentView::showDocument(const DocumentPtr& document)
{
    abandon(m_searching);
    m_model->setDocument(document);
    m_header->showDocument(*document);
    expandSome();
    fitColumns();
    m_tree->setCurrentIndex(m_model->index(0, 0));
    judge(document);
}

void DocumentView::judge(const DocumentPtr& document)
{
    abandon(m_judging);
    m_header->verdictBar()->showWaiting();
    m_judging = startJob(
        this, [document](Progress&) { return judgeLoading(*document->checkpoint); },
        [this](const LoadVerdict& verdict) {
            m_judging = nullptr;
            m_header->verdictBar()->showVerdict(verdict);
        });
}

void DocumentView::expandSome()
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
            m_tree->expand(index);
            append(index);
        }
    }
}

void DocumentView::fitColumns()
{
    const int most = 40 * fontMetrics().averageCharWidth();
    for (int column = 0; column < CheckpointModel::Value; ++column) {
        m_tree->resizeColumnToContents(column);
        m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column) + 12, most));
    }
}

void DocumentView::search(const QString& text)
{
    abandon(m_searching);
    const DocumentPtr document = m_model->document();
    if (!document) {
        return;
    }
    if (text.trimmed().isEmpty()) {
        const checkpoint::EntryId current = m_model->entryAt(m_tree->currentIndex());
        m_model->setFilter(nullptr);
        expandSome();
        select(current);
        Q_EMIT searched({});
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

void DocumentView::takeFilter(const RowFilterPtr& filter)
{
    m_model->setFilter(filter);
    expandSome();
    if (filter->hits != 0) {
        select(filter->firstHit);
    }
    Q_EMIT searched(filter->hits == 0 ? tr("nothing found") : fromUtf8(countOf(filter->hits, "hit")));
}

void DocumentView::select(checkpoint::EntryId id)
{
    const QModelIndex index = m_model->indexOf(id);
    if (index.isValid()) {
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    }
}

} // namespace cairn::ui
