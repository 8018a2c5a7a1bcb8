#pragma once

#include "core/checkpoint/pieces/piece_list.h"

#include <QAbstractTableModel>
#include <QFont>

#include <memory>
#include <vector>

namespace cairn::ui {

/// The files of a folder and what each holds of the tensors: mostly one a rank. GUI thread only.
class RanksModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Rank, File, Pieces, Bytes, FileSize, State, ColumnCount };

    explicit RanksModel(QObject* parent = nullptr);

    void setPieces(std::shared_ptr<const checkpoint::PieceList> pieces);
    [[nodiscard]] std::string_view pathAt(const QModelIndex& index) const;
    [[nodiscard]] bool isMissing(const QModelIndex& index) const;
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const checkpoint::PieceList::File& fileAt(int row) const;
    [[nodiscard]] static QString text(const checkpoint::PieceList::File& file, int column);
    void order();

    std::shared_ptr<const checkpoint::PieceList> m_pieces;
    std::vector<std::uint32_t> m_order;
    std::uint64_t m_mostBytes = 0; ///< that a file holds
    int m_sortColumn = -1;         ///< -1: as the folder names them
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    QFont m_numberFont;
};

} // namespace cairn::ui
