#pragma once

#include "core/values/tensor_slice.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QFont>

#include <memory>
#include <utility>
#include <vector>

namespace cairn::ui {

class Job;

/// The values of a slice of a tensor as a table. Reads what a view asks for in tiles, on a worker thread, and keeps
/// the latest of them; a cell that is not there yet says so. Shows kMostRows rows and columns at a time, beginning
/// where it is told: headers of a view cost memory for each row. GUI thread only.
class SliceModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMostRows = 100'000;

    explicit SliceModel(QObject* parent = nullptr);
    ~SliceModel() override;

    /// `place` is the whole slice.
    void setSlice(checkpoint::CheckpointPtr checkpoint, checkpoint::TensorId tensor, const values::SlicePlace& place);
    void clear();
    void setFormat(values::NumberFormat format);
    void setFirstRow(std::uint64_t row);

    [[nodiscard]] const values::SlicePlace& slice() const { return m_place; }
    /// The part of the slice that some cells show.
    [[nodiscard]] values::SlicePlace placeOf(int row, int column, int rows, int columns) const;
    [[nodiscard]] values::NumberFormat format() const { return m_format; }
    [[nodiscard]] std::uint64_t firstRow() const { return m_firstRow; }
    /// Why values could not be read; empty if all could.
    [[nodiscard]] const QString& error() const { return m_error; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// Tiles arrived, or it was found why they do not.
    void read();
    /// Cells were asked for that are not there.
    void asked() const;

private:
    /// Row and column of a tile among the tiles.
    using TileId = std::pair<std::uint64_t, std::uint64_t>;
    using Tile = std::shared_ptr<const values::TensorSlice>;

    [[nodiscard]] const values::TensorSlice* tileOf(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] static QVariant colourOf(double number, int role);
    void forget();
    void readWanted();
    void take(TileId id, Tile tile, const QString& error);

    checkpoint::CheckpointPtr m_checkpoint;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    values::SlicePlace m_place;
    values::NumberFormat m_format = values::NumberFormat::Short;
    std::uint64_t m_firstRow = 0;
    QFont m_font;
    QString m_error;
    Job* m_job = nullptr;
    mutable QCache<TileId, Tile> m_tiles;
    mutable std::vector<TileId> m_wanted; ///< the latest last
    mutable bool m_asked = false;         ///< readWanted() is on its way
};

} // namespace cairn::ui
