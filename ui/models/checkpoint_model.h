#pragma once

#include "ui/state/document.h"
#include "ui/state/row_filter.h"

#include <QAbstractItemModel>
#include <QFont>

namespace cairn::ui {

/// The tree of a checkpoint, straight over its rows: an index holds the number of its entry and nothing is copied. A
/// filter is a list of the entries that stay. GUI thread only.
class CheckpointModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, SavedOn, Dtype, Shape, Params, Bytes, Value, ColumnCount };
    enum Role { DevicesRole = Qt::UserRole };

    explicit CheckpointModel(QObject* parent = nullptr);

    void setDocument(DocumentPtr document);
    /// Null: every row.
    void setFilter(RowFilterPtr filter);
    [[nodiscard]] bool isFiltered() const { return m_filter != nullptr; }
    [[nodiscard]] const DocumentPtr& document() const { return m_document; }

    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;
    /// Invalid for rows that the filter hides.
    [[nodiscard]] QModelIndex indexOf(checkpoint::EntryId id) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// The children that are there: where they begin among the rows, and how many.
    struct Children {
        std::size_t first = 0;
        std::size_t count = 0;
    };

    [[nodiscard]] Children childrenOf(const QModelIndex& parent) const;
    [[nodiscard]] std::size_t rowNumber(checkpoint::EntryId id) const;
    [[nodiscard]] bool showsRoot() const;
    [[nodiscard]] QString text(checkpoint::EntryId id, int column) const;
    [[nodiscard]] QString accessibleText(checkpoint::EntryId id, int column) const;

    DocumentPtr m_document;
    RowFilterPtr m_filter;
    QFont m_numberFont;
};

} // namespace cairn::ui
