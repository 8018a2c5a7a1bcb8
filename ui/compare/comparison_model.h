#pragma once

#include "core/values/number_comparison.h"

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
    std::vector<std::uint32_t> changed; ///< rows that differ or have such rows below them, in order
};

using ComparisonResultPtr = std::shared_ptr<const ComparisonResult>;

/// Two checkpoints as one tree. GUI thread only.
class ComparisonModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Difference, First, Second, Largest, Relative, Differing, ColumnCount };

    explicit ComparisonModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    void setResult(ComparisonResultPtr result);
    void setOnlyChanged(bool onlyChanged);
    [[nodiscard]] const ComparisonResultPtr& result() const { return m_result; }

    /// In the first checkpoint; kNoId for rows that only the second has.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;

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
    [[nodiscard]] static std::uint32_t rowAt(const QModelIndex& index);
    /// Where a row is among those that are shown.
    [[nodiscard]] std::size_t placeOf(std::uint32_t row) const;
    /// The root is a row of its own when it is different itself, by its type.
    [[nodiscard]] bool showsRoot() const;
    [[nodiscard]] QString text(std::uint32_t row, int column) const;
    /// Of the columns that compare numbers.
    [[nodiscard]] QString numbersText(std::uint32_t row, int column) const;

    ComparisonResultPtr m_result;
    bool m_onlyChanged = true;
};

/// "missing in B, shape": the differences of a row in words.
[[nodiscard]] QString differenceText(values::Differences differences);

} // namespace cairn::ui
