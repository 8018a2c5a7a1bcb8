#pragma once

#include "ui/tree/row_levels.h"

#include <compare>
#include <span>

namespace cairn::ui {

/// Puts rows that have no place yet in the order of a column. Knows the values of all rows once made.
class RowOrder {
public:
    RowOrder(const Document& document, std::span<const UnplacedRow> rows, std::span<const EntrySum> sums,
             const RowOptions& options);

    /// Neighbours that are equal keep their order.
    void sort(std::span<std::uint32_t> places) const;

private:
    [[nodiscard]] std::string_view nameOf(const UnplacedRow& row) const;
    [[nodiscard]] std::uint64_t numberOf(std::size_t place) const;
    [[nodiscard]] std::string valueOf(const UnplacedRow& row) const;
    [[nodiscard]] static std::string noteOf(const Document& document, const UnplacedRow& row);
    [[nodiscard]] bool isLess(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool hasSmallerName(const UnplacedRow& a, const UnplacedRow& b) const;
    [[nodiscard]] std::strong_ordering compareShapes(const UnplacedRow& a, const UnplacedRow& b) const;
    [[nodiscard]] bool hasSmallerText(std::uint32_t a, std::uint32_t b) const;

    const checkpoint::Checkpoint& m_checkpoint;
    std::span<const UnplacedRow> m_rows;
    std::span<const EntrySum> m_sums;
    RowOptions m_options;
    LargeVector<std::uint64_t> m_numbers; ///< by place, of columns that are numbers
    std::vector<std::string> m_texts;     ///< by place: values, of the column of shapes and values, or notes
};

} // namespace cairn::ui
