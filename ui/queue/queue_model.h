#pragma once

#include "ui/queue/queue_item.h"

#include <QAbstractTableModel>

namespace cairn::ui {

class ConversionQueue;

/// A queue as a table; the order of its rows is that of the queue. The queue must outlive it. GUI thread.
class QueueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, State, Trust, SavedOn, Format, Size, Copy, ColumnCount };
    enum Role {
        StateRole = Qt::UserRole + 100, ///< QueueState as int
        HarmRole,                       ///< whether the copy runs harmful code when it is loaded
        DamageRole,                     ///< whether the copy has bytes that were not as they were saved
        PartRole,                       ///< 0 to 1; of rows that run
        FolderRole,                     ///< of the file: the name of its folder
        IdRole
    };

    explicit QueueModel(ConversionQueue& queue, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    // Rows can be put in another order, and the copies of finished ones be dragged to another program.
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    [[nodiscard]] bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                    const QModelIndex& parent) override;

    [[nodiscard]] const QueueItem& itemAt(int row) const;
    /// Shows anew what moves by itself.
    void refreshRunning();

private:
    void rememberPlaces();
    void restorePlaces();
    [[nodiscard]] QString text(const QueueItem& item, int column) const;
    [[nodiscard]] QString stateText(const QueueItem& item) const;
    [[nodiscard]] QString toolTip(const QueueItem& item, int column) const;

    ConversionQueue& m_queue;
    QModelIndexList m_places; ///< while the rows are being put into another order
    std::vector<std::uint64_t> m_placeIds;
};

/// "Waiting", "Converted", ...
[[nodiscard]] QString stateName(QueueState state);
/// "45 %, 1.2 GB/s, 12 s left"
[[nodiscard]] QString progressText(const QueueProgress& progress);

} // namespace cairn::ui
