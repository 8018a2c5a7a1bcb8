#pragma once

#include "core/checkpoint/storage_records.h"
#include "ui/document/document.h"

#include <QAbstractItemModel>
#include <QFont>

#include <memory>
#include <vector>

namespace cairn::ui {

/// Bytes of every storage that a tensor can reach, and which storages to show in which order. Made on a worker thread.
struct StorageRows {
    std::vector<std::uint64_t> used; ///< by storage
    std::uint64_t bytes = 0;         ///< of all storages
    std::uint64_t usedBytes = 0;     ///< of them
    int shared = 0;                  ///< storages of several tensors
    int idle = 0;                    ///< and of none
    std::vector<checkpoint::StorageId> order;
    std::shared_ptr<const checkpoint::StorageRecords> records; ///< that they are, of a zip
};

using StorageRowsPtr = std::shared_ptr<const StorageRows>;

/// The storages of a checkpoint, and below each the tensors that look into it. GUI thread only.
class StoragesModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, SavedOn, Dtype, Bytes, Unused, Tensors, Place, ColumnCount };

    explicit StoragesModel(QObject* parent = nullptr);

    void setRows(DocumentPtr document, StorageRowsPtr rows);
    [[nodiscard]] const StorageRowsPtr& rows() const { return m_rows; }

    /// The tensor of a row; of a storage the first that looks into it, kNoId if there is none.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static bool isStorage(const QModelIndex& index);
    [[nodiscard]] checkpoint::StorageId storageAt(const QModelIndex& index) const;
    [[nodiscard]] QString storageText(checkpoint::StorageId id, int column) const;
    [[nodiscard]] QString placeText(checkpoint::StorageId id) const;
    [[nodiscard]] QString tensorText(checkpoint::TensorId id, int column) const;

    DocumentPtr m_document;
    StorageRowsPtr m_rows;
    QFont m_numberFont;
};

} // namespace cairn::ui
