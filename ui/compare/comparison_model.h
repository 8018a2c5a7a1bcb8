#pragma once

#include "core/values/comparison_rows.h"

#include <QAbstractItemModel>

#include <memory>

namespace cairn::ui {

/// What a comparison of two checkpoints found. Never changed once made; shared.
struct ComparisonResult {
    values::Comparison comparison;
    values::NumberRows numbers;
    bool withNumbers = false;
    bool hasStateDicts = false; ///< they could be compared alone
    std::string loadMessage;
};

using ComparisonResultPtr = std::shared_ptr<const ComparisonResult>;
using ComparedRowsPtr = std::shared_ptr<const values::ComparedRows>;

/// Two checkpoints as one tree. GUI thread only.
class ComparisonModel : public QAbstractItemModel {
    Q_OBJECT

public:
    /// What differs stands before what is the same in most rows.
    enum Column { Name, Difference, Differing, Largest, Relative, First, Second, ColumnCount };

    explicit ComparisonModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    /// `rows` are of this result.
    void setResult(ComparisonResultPtr result, ComparedRowsPtr rows);
    /// Others of the same result.
    void setRows(ComparedRowsPtr rows);
    [[nodiscard]] const ComparedRowsPtr& rows() const { return m_rows; }
    [[nodiscard]] const ComparisonResultPtr& result() const { return m_result; }

    /// In the first checkpoint; kNoId for rows that only the second has.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;

    /// A row of the comparison; invalid if it is not among those that are shown.
    [[nodiscard]] QModelIndex indexOf(std::uint32_t row) const;
    [[nodiscard]] static std::uint32_t rowAt(const QModelIndex& index);
    /// What a column orders rows by.
    [[nodiscard]] static values::ComparedOrder orderOf(int column);

    /// The row of both; null where there is none.
    [[nodiscard]] const values::RowPair* pairAt(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// The root is a row of its own when it is different itself, by its type.
    [[nodiscard]] bool showsRoot() const;
    [[nodiscard]] QString text(std::uint32_t row, int column) const;
    /// Of the columns that compare numbers.
    [[nodiscard]] QString numbersText(std::uint32_t row, int column) const;

    ComparisonResultPtr m_result;
    ComparedRowsPtr m_rows;
};

/// "missing in B, shape": the differences of a row in words.
[[nodiscard]] QString differenceText(values::Differences differences);

} // namespace cairn::ui
