#include "ui/contents/ranks_model.h"

#include "core/base/stable_sort.h"
#include "ui/document/piece_text.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <numeric>
#include <utility>

namespace cairn::ui {

using checkpoint::PieceList;
using checkpoint::PieceState;

namespace {

bool isNumber(int column)
{
    return column != RanksModel::File && column != RanksModel::State;
}

std::uint64_t sortKey(const PieceList::File& file, int column)
{
    switch (column) {
    case RanksModel::Rank: return file.rank.value_or(checkpoint::kNoId);
    case RanksModel::Pieces: return file.pieces;
    case RanksModel::Bytes: return file.bytes;
    case RanksModel::FileSize: return file.sizeBytes;
    default: return static_cast<std::uint64_t>(file.state);
    }
}

} // namespace

RanksModel::RanksModel(QObject* parent)
    : QAbstractTableModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void RanksModel::setPieces(std::shared_ptr<const PieceList> pieces)
{
    beginResetModel();
    m_pieces = std::move(pieces);
    m_mostBytes = 0;
    if (m_pieces) {
        for (const PieceList::File& file : m_pieces->files()) {
            m_mostBytes = std::max(m_mostBytes, file.bytes);
        }
    }
    order();
    endResetModel();
}

void RanksModel::order()
{
    m_order.resize(m_pieces ? m_pieces->files().size() : 0);
    std::iota(m_order.begin(), m_order.end(), 0);
    if (m_sortColumn < 0 || !m_pieces) {
        return;
    }
    const auto files = m_pieces->files();
    const auto isLess = [&](std::uint32_t a, std::uint32_t b) {
        return m_sortColumn == File ? files[a].name < files[b].name
                                    : sortKey(files[a], m_sortColumn) < sortKey(files[b], m_sortColumn);
    };
    stableSort(m_order, [&](std::uint32_t a, std::uint32_t b) {
        return m_sortOrder == Qt::AscendingOrder ? isLess(a, b) : isLess(b, a);
    });
}

void RanksModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    this->order();
    endResetModel();
}

const PieceList::File& RanksModel::fileAt(int row) const
{
    return m_pieces->files()[m_order[static_cast<std::size_t>(row)]];
}

std::string_view RanksModel::pathAt(const QModelIndex& index) const
{
    return index.isValid() ? fileAt(index.row()).path : std::string_view();
}

bool RanksModel::isMissing(const QModelIndex& index) const
{
    return !index.isValid() || fileAt(index.row()).state == PieceState::FileMissing;
}

int RanksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int RanksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RanksModel::text(const PieceList::File& file, int column)
{
    switch (column) {
    case Rank: return rankText(file);
    case File: return shown(file.name);
    case Pieces: return countText(file.pieces);
    case Bytes: return bytesText(file.bytes);
    case FileSize: return file.state == PieceState::FileMissing ? QStringLiteral("–") : bytesText(file.sizeBytes);
    case State: return pieceStateText(file.state);
    default: return {};
    }
}

QVariant RanksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_pieces) {
        return {};
    }
    const PieceList::File& file = fileAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(file, column));
    case Qt::ToolTipRole: return column == File ? text(file, column).toHtmlEscaped() : QVariant();
    case CheckpointModel::ShareRole:
        return column == Bytes && m_mostBytes != 0
                   ? QVariant(static_cast<double>(file.bytes) / static_cast<double>(m_mostBytes))
                   : QVariant();
    case Qt::FontRole: return isNumber(column) ? m_numberFont : QVariant();
    case Qt::ForegroundRole:
        return column == State && file.state != PieceState::Whole ? QVariant(badText(QGuiApplication::palette()))
                                                                  : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant RanksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Rank: return tr("Rank");
    case File: return tr("File");
    case Pieces: return tr("Pieces");
    case Bytes: return tr("Bytes of tensors");
    case FileSize: return tr("File size");
    case State: return tr("State");
    default: return {};
    }
}

} // namespace cairn::ui
