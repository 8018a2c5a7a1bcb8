#include "ui/contents/pieces_view.h"

#include "ui/common/empty_note.h"
#include "ui/common/job.h"
#include "ui/common/table_style.h"
#include "ui/common/toned_label.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn::ui {

using checkpoint::EntryKind;
using checkpoint::PieceList;
using checkpoint::TensorPiece;

namespace {

/// What pieces are sorted by; those of one key stay as they follow each other.
std::uint64_t sortKey(const PieceList& pieces, const TensorPiece& piece, int column)
{
    switch (column) {
    case PiecesModel::Rank:
        return piece.file == checkpoint::kNoId ? checkpoint::kNoId
                                               : pieces.files()[piece.file].rank.value_or(checkpoint::kNoId);
    case PiecesModel::File: return piece.file;
    case PiecesModel::Slice: return piece.origin.empty() ? 0 : static_cast<std::uint64_t>(piece.origin.front());
    case PiecesModel::Bytes: return piece.bytes;
    case PiecesModel::Offset: return piece.offset;
    case PiecesModel::State: return static_cast<std::uint64_t>(piece.state);
    default: return 0;
    }
}

PieceRowsPtr makeRows(const Document& document, checkpoint::EntryId only, int column, Qt::SortOrder order,
                      const Progress& progress)
{
    auto rows = std::make_shared<PieceRows>();
    const checkpoint::Checkpoint& folder = *document.checkpoint;
    const PieceList& pieces = *document.pieces;
    rows->count = pieces.size();
    if (only != checkpoint::kNoId) {
        const checkpoint::Entry& entry = folder.entries()[only];
        const bool isTensor = entry.kind == EntryKind::Tensor;
        const PieceList::Range own = isTensor ? pieces.piecesOf(folder.tensors()[entry.payload]) : PieceList::Range();
        rows->first = own.first;
        rows->count = own.count;
    }
    if (column < 0) {
        return rows;
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    keys.reserve(rows->count);
    for (std::size_t i = rows->first; i < rows->first + rows->count; ++i) {
        if (progress.stopRequested()) {
            return nullptr;
        }
        const bool isByName = column == PiecesModel::Name;
        keys.emplace_back(isByName ? i : sortKey(pieces, pieces[i], column), static_cast<std::uint32_t>(i));
    }
    if (order == Qt::AscendingOrder) {
        std::ranges::sort(keys);
    } else {
        std::ranges::sort(keys, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
    }
    rows->order.reserve(keys.size());
    for (const auto& key : keys) {
        rows->order.push_back(key.second);
    }
    return rows;
}

} // namespace

PiecesView::PiecesView(QWidget* parent)
    : QWidget(parent), m_model(new PiecesModel(this)), m_summary(new TonedLabel(quietText)),
      m_selected(new QCheckBox(tr("Only of the selected tensor"))), m_list(new QTreeView)
{
    setObjectName("piecesView");
    m_summary->setObjectName("piecesSummary");
    m_summary->setWordWrap(true);
    m_selected->setObjectName("piecesSelected");
    m_selected->setToolTip(tr("Show the pieces of the tensor that is selected in the tree, and no others"));
    makeList();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(10);
    top->addWidget(m_summary, 1);
    top->addWidget(m_selected);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    connect(m_selected, &QCheckBox::toggled, this, &PiecesView::arrange);
    showDocument(nullptr);
}

PiecesView::~PiecesView() = default;

void PiecesView::makeList()
{
    styleList(*m_list, "piecesList", tr("Pieces of the tensors"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    new EmptyNote(m_list, tr("Select a tensor in the tree to see its pieces."));
    QHeaderView* header = m_list->header();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_sortColumn = column;
        m_sortOrder = order;
        arrange();
    });
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const checkpoint::EntryId id = m_model->entryAt(index); id != checkpoint::kNoId) {
            Q_EMIT entryActivated(id);
        }
    });
}

void PiecesView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    m_entry = checkpoint::kNoId;
    m_model->setRows(nullptr, nullptr);
    m_summary->setText(document ? tr("Counting…") : tr("No file is open."));
    arrange();
}

void PiecesView::showEntry(checkpoint::EntryId id)
{
    m_entry = id;
    if (m_selected->isChecked()) {
        arrange();
    }
}

void PiecesView::arrange()
{
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
    if (!m_document || !m_document->pieces) {
        return;
    }
    // Of the root, which is no tensor, there are no pieces.
    const checkpoint::EntryId selected = m_entry == checkpoint::kNoId ? 0 : m_entry;
    const checkpoint::EntryId only = m_selected->isChecked() ? selected : checkpoint::kNoId;
    m_job = startJob(
        this,
        [document = m_document, only, column = m_sortColumn, order = m_sortOrder](const Progress& progress) {
            return makeRows(*document, only, column, order, progress);
        },
        [this](const PieceRowsPtr& rows) {
            m_job = nullptr;
            if (rows) {
                take(rows);
            }
        });
}

void PiecesView::take(const PieceRowsPtr& rows)
{
    const bool isFirst = m_model->rows() == nullptr;
    m_model->setRows(m_document, rows);
    m_summary->setText(summary());
    m_summary->setTone(m_document->pieces->brokenTensors() == 0 ? quietText : badText);
    if (isFirst) {
        fitListColumns(*m_list);
    }
}

QString PiecesView::summary() const
{
    const PieceList& pieces = *m_document->pieces;
    const std::uint64_t files = pieces.files().size();
    QString text = grouped(tr("%n pieces", nullptr, pluralOf(pieces.size())), pieces.size());
    text += grouped(tr(" in %n files", nullptr, pluralOf(files)), files);
    const std::uint64_t broken = pieces.brokenTensors();
    text += broken == 0 ? tr(" · every tensor whole")
                        : grouped(tr(" · %n tensors that are not whole", nullptr, pluralOf(broken)), broken);
    return text;
}

} // namespace cairn::ui
