#include "ui/contents/storages_view.h"

#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/table_style.h"
#include "ui/text/display.h"
#include "ui/tree/device_delegate.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::StorageId;

namespace {

bool isSpecial(const Checkpoint& checkpoint, const StorageRows& rows, StorageId id)
{
    return checkpoint.tensorsOf(id).size() != 1 || rows.used[id] < checkpoint.storages()[id].bytes;
}

/// What rows are sorted by.
std::uint64_t sortKey(const Checkpoint& checkpoint, const StorageRows& rows, StorageId id, int column)
{
    const checkpoint::Storage& storage = checkpoint.storages()[id];
    switch (column) {
    case StoragesModel::SavedOn: return storage.device;
    case StoragesModel::Dtype: return static_cast<std::uint64_t>(storage.dtype);
    case StoragesModel::Bytes: return storage.bytes;
    case StoragesModel::Unused: return storage.bytes - std::min(rows.used[id], storage.bytes);
    case StoragesModel::Tensors: return checkpoint.tensorsOf(id).size();
    case StoragesModel::Place: return (std::uint64_t{storage.source} << 48U) + storage.offset;
    default: return id;
    }
}

StorageRowsPtr makeRows(const Checkpoint& checkpoint, const StorageRowsPtr& known, bool onlySpecial, int column,
                        Qt::SortOrder order, const Progress& progress)
{
    auto rows = std::make_shared<StorageRows>();
    const std::size_t count = checkpoint.storages().size();
    if (known) {
        *rows = *known;
        rows->order.clear();
    }
    if (!known) {
        rows->records = std::make_shared<const checkpoint::StorageRecords>(checkpoint);
    }
    for (StorageId id = 0; !known && id < count && !progress.stopRequested(); ++id) {
        const std::uint64_t bytes = checkpoint.storages()[id].bytes;
        rows->used.push_back(checkpoint.usedBytes(id));
        rows->bytes += bytes;
        rows->usedBytes += std::min(rows->used[id], bytes);
        rows->shared += checkpoint.tensorsOf(id).size() > 1 ? 1 : 0;
        rows->idle += checkpoint.tensorsOf(id).empty() ? 1 : 0;
    }
    if (progress.stopRequested()) {
        return nullptr;
    }
    std::vector<std::pair<std::uint64_t, StorageId>> keys;
    for (StorageId id = 0; id < count; ++id) {
        if (!onlySpecial || isSpecial(checkpoint, *rows, id)) {
            keys.emplace_back(sortKey(checkpoint, *rows, id, column), id);
        }
    }
    if (column >= 0 && order == Qt::AscendingOrder) {
        std::ranges::sort(keys);
    } else if (column >= 0) {
        std::ranges::sort(keys, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
    }
    for (const auto& key : keys) {
        rows->order.push_back(key.second);
    }
    return rows;
}

} // namespace

StoragesView::StoragesView(QWidget* parent)
    : QWidget(parent), m_model(new StoragesModel(this)), m_summary(new PlainLabel),
      m_special(new QCheckBox(tr("Only shared or partly used"))), m_tree(new QTreeView)
{
    setObjectName("storagesView");
    m_summary->setObjectName("storagesSummary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_special->setObjectName("storagesSpecial");
    m_special->setToolTip(tr("Hide storages that belong to one tensor from their first byte to their last"));
    makeTree();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(10);
    top->addWidget(m_summary, 1);
    top->addWidget(m_special);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    connect(m_special, &QCheckBox::toggled, this, &StoragesView::arrange);
    showDocument(nullptr);
}

StoragesView::~StoragesView() = default;

void StoragesView::makeTree()
{
    m_tree->setObjectName("storagesTree");
    m_tree->setAccessibleName(tr("Storages and the tensors in them"));
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideLeft);
    m_tree->setItemDelegateForColumn(StoragesModel::SavedOn, new DeviceDelegate(m_tree));
    QHeaderView* header = m_tree->header();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setHighlightSections(false);
    header->setResizeContentsPrecision(kRowsMeasured);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_sortColumn = column;
        m_sortOrder = order;
        arrange();
    });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const checkpoint::EntryId id = m_model->entryAt(index); id != checkpoint::kNoId) {
            Q_EMIT entryActivated(id);
        }
    });
}

void StoragesView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    m_model->setRows(nullptr, nullptr);
    m_summary->setText(document ? tr("Counting…") : tr("No file is open."));
    arrange();
}

void StoragesView::showStorage(StorageId storage)
{
    m_requested = storage;
    if (m_special->isChecked()) {
        m_special->setChecked(false); // it may be one of those that are hidden
    } else if (m_job == nullptr) {
        goToRequested();
    }
}

void StoragesView::goToRequested()
{
    const StorageRowsPtr& rows = m_model->rows();
    if (m_requested == checkpoint::kNoId || !rows) {
        return;
    }
    const auto found = std::ranges::find(rows->order, std::exchange(m_requested, checkpoint::kNoId));
    if (found != rows->order.end()) {
        const QModelIndex index = m_model->index(static_cast<int>(found - rows->order.begin()), 0);
        m_tree->expand(index);
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
    }
}

void StoragesView::arrange()
{
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
    if (!m_document) {
        return;
    }
    m_job = startJob(
        this,
        [document = m_document, known = m_model->rows(), special = m_special->isChecked(), column = m_sortColumn,
         order = m_sortOrder](const Progress& progress) {
            return makeRows(*document->checkpoint, known, special, column, order, progress);
        },
        [this](const StorageRowsPtr& rows) {
            m_job = nullptr;
            if (rows) {
                take(rows);
            }
        });
}

void StoragesView::take(const StorageRowsPtr& rows)
{
    const bool isFirst = m_model->rows() == nullptr;
    m_model->setRows(m_document, rows);
    m_summary->setText(summary());
    if (isFirst) {
        m_tree->setColumnHidden(StoragesModel::Unused, rows->usedBytes == rows->bytes); // as the line above says
        const int most = 36 * fontMetrics().averageCharWidth();
        for (int column = 0; column < StoragesModel::Place; ++column) {
            m_tree->resizeColumnToContents(column);
            m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column) + 16, most));
        }
        m_tree->setColumnWidth(StoragesModel::Name, most / 2 + 60);
        makeRoomForPlaces();
    }
    goToRequested();
}

/// Names can be cut in the middle; where a storage is cannot.
void StoragesView::makeRoomForPlaces()
{
    QHeaderView& header = *m_tree->header();
    header.setStretchLastSection(false);
    m_tree->resizeColumnToContents(StoragesModel::Place);
    const QScrollBar& bar = *m_tree->verticalScrollBar();
    const int coming = bar.isVisible() ? 0 : bar.sizeHint().width(); // the bar is, with the rows
    int lacking = header.length() + coming - m_tree->viewport()->width();
    const int least = 14 * fontMetrics().averageCharWidth();
    for (const int column : {StoragesModel::Name, StoragesModel::Tensors}) {
        const int width = m_tree->columnWidth(column);
        const int given = std::clamp(lacking, 0, std::max(0, width - least));
        m_tree->setColumnWidth(column, width - given);
        lacking -= given;
    }
    header.setStretchLastSection(true);
}

QString StoragesView::summary() const
{
    const StorageRows& rows = *m_model->rows();
    const std::uint64_t unused = rows.bytes - rows.usedBytes;
    const std::uint64_t count = rows.used.size();
    QString text = grouped(tr("%n storages, %1", nullptr, pluralOf(count)), count).arg(bytesText(rows.bytes));
    text += rows.shared == 0 ? tr(" · none shared") : tr(" · %n shared by several tensors", nullptr, rows.shared);
    text += unused == 0 ? tr(" · every byte used") : tr(" · %1 that no tensor reaches").arg(bytesText(unused));
    return text;
}

} // namespace cairn::ui
