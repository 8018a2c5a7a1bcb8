#pragma once

#include "ui/model/model_look.h"

#include <QAbstractItemModel>
#include <QFont>

namespace cairn::ui {

/// The parts of a model as a tree. GUI thread only.
class PartsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, What, Parameters, Bytes, Share, ColumnCount };
    enum Role { ShareRole = Qt::UserRole + 1 }; ///< of the parameters of the model, from 0 to 1

    explicit PartsModel(QObject* parent = nullptr);

    void setLook(ModelLookPtr look);
    [[nodiscard]] const ModelLookPtr& look() const { return m_look; }
    /// The first tensor of a part; kNoId for none.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const PartRow& rowAt(const QModelIndex& index) const { return m_look->rows[index.internalId()]; }
    [[nodiscard]] double shareOf(const model::Part& part) const;
    [[nodiscard]] QString text(const model::Part& part, int column) const;

    ModelLookPtr m_look;
    QFont m_boldFont;
};

} // namespace cairn::ui
