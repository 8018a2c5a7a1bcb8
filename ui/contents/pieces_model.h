#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>
#include <QFont>

#include <memory>

namespace cairn::ui {

/// The pieces of a folder that are shown, in their order. Made on a worker thread.
struct PieceRows {
    std::size_t first = 0; ///< of those that are shown as they follow each other, where there is no order
    std::size_t count = 0;
    LargeVector<std::uint32_t> order; ///< empty: as they follow each other
};

using PieceRowsPtr = std::shared_ptr<const PieceRows>;

/// The pieces of the tensors in a folder. GUI thread only.
class PiecesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Rank, File, Slice, Bytes, Offset, State, ColumnCount };

    explicit PiecesModel(QObject* parent = nullptr);

    void setRows(DocumentPtr document, PieceRowsPtr rows);
    [[nodiscard]] const PieceRowsPtr& rows() const { return m_rows; }
    /// The row of its tensor in the tree; kNoId if there is none.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] checkpoint::TensorPiece pieceAt(int row) const;
    [[nodiscard]] QString text(const checkpoint::TensorPiece& piece, int column) const;

    DocumentPtr m_document;
    PieceRowsPtr m_rows;
    QFont m_numberFont;
};

} // namespace cairn::ui
