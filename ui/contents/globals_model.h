#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>

#include <vector>

namespace cairn::ui {

/// What the pickles of a checkpoint name, and what torch.load(weights_only=True) says to it in each line of PyTorch.
/// The worst come first. GUI thread only.
class GlobalsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Torch113, Torch26, Latest, Mentions, Why, ColumnCount };

    explicit GlobalsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setDocument(DocumentPtr document);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const checkpoint::GlobalUse& use, int column);

    DocumentPtr m_document;
    std::vector<std::uint32_t> m_order;
};

} // namespace cairn::ui
