#include "ui/contents/pieces_model.h"

#include "ui/document/piece_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <limits>
#include <utility>

namespace cairn::ui {

using checkpoint::PieceState;
using checkpoint::TensorPiece;

PiecesModel::PiecesModel(QObject* parent)
    : QAbstractTableModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void PiecesModel::setRows(DocumentPtr document, PieceRowsPtr rows)
{
    beginResetModel();
    m_document = std::move(document);
    m_rows = std::move(rows);
    endResetModel();
}

int PiecesModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return parent.isValid() || !m_rows ? 0 : static_cast<int>(std::min(m_rows->count, most));
}

int PiecesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TensorPiece PiecesModel::pieceAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return (*m_document->pieces)[m_rows->order.empty() ? m_rows->first + at : m_rows->order[at]];
}

checkpoint::EntryId PiecesModel::entryAt(const QModelIndex& index) const
{
    return index.isValid() && m_rows ? pieceAt(index.row()).entry : checkpoint::kNoId;
}

QString PiecesModel::text(const TensorPiece& piece, int column) const
{
    const bool isInFile = piece.file != checkpoint::kNoId;
    switch (column) {
    case Name:
        return shown(piece.entry == checkpoint::kNoId ? std::string(piece.name)
                                                      : m_document->checkpoint->entryName(piece.entry));
    case Rank: return isInFile ? rankText(m_document->pieces->files()[piece.file]) : QStringLiteral("–");
    case File: return isInFile ? shown(m_document->pieces->files()[piece.file].name) : QStringLiteral("–");
    case Slice: return piece.origin.empty() ? tr("all of it") : fromUtf8(checkpoint::boxText(piece.origin, piece.size));
    case Bytes: return bytesText(piece.bytes);
    case Offset: return isInFile ? QStringLiteral("0x%1").arg(piece.offset, 0, 16) : QString();
    case State: return pieceStateText(piece.state, piece.failure);
    default: return {};
    }
}

QVariant PiecesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_rows) {
        return {};
    }
    const int column = index.column();
    const bool isNumber = column == Rank || column == Bytes || column == Offset;
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(pieceAt(index.row()), column));
    case Qt::ToolTipRole: {
        const TensorPiece piece = pieceAt(index.row());
        if (column == State && piece.failure != nullptr) {
            return inWords(piece.failure->what).toHtmlEscaped();
        }
        return column == Name || column == File || column == Slice ? text(piece, column).toHtmlEscaped() : QVariant();
    }
    case Qt::FontRole: return isNumber || column == Slice ? m_numberFont : QVariant();
    case Qt::ForegroundRole: {
        const PieceState state = column == State ? pieceAt(index.row()).state : PieceState::Whole;
        return state == PieceState::Whole      ? QVariant()
               : state == PieceState::Unplaced ? QVariant(cautionText(QGuiApplication::palette()))
                                               : QVariant(badText(QGuiApplication::palette()));
    }
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant PiecesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Rank || section == Bytes || section == Offset;
        return static_cast<int>(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Tensor");
    case Rank: return tr("Rank");
    case File: return tr("File");
    case Slice: return tr("Slice");
    case Bytes: return tr("Bytes");
    case Offset: return tr("At");
    case State: return tr("State");
    default: return {};
    }
}

} // namespace cairn::ui
