#pragma once

#include "core/checkpoint/salvage/salvage.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace cairn::ui {

using SalvagePtr = std::shared_ptr<const checkpoint::Salvage>;

/// Reads all that is left of a file or folder: for worker threads.
[[nodiscard]] Result<SalvagePtr> findSalvage(const std::string& path, Progress& progress);

/// The tensors of a damaged file, and what is left of each. Those that are not as they were saved come first. GUI
/// thread only.
class SalvageModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, State, Left, Shape, ColumnCount };

    explicit SalvageModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setSalvage(SalvagePtr salvage);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "whole", "complete", ... as a person reads it.
    [[nodiscard]] static QString stateText(checkpoint::TensorState state);
    /// What the word promises.
    [[nodiscard]] static QString stateTip(checkpoint::TensorState state);

private:
    [[nodiscard]] QString text(const checkpoint::SalvagedTensor& tensor, int column) const;

    SalvagePtr m_salvage;
    std::vector<std::uint32_t> m_order;
};

} // namespace cairn::ui
