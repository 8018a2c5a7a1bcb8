#pragma once

#include "core/values/number_comparison.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn::values {

/// What rows of a comparison are ordered by, among those of one group. By weight and by numbers, a group counts as the
/// largest of what it holds.
enum class ComparedOrder : std::uint8_t {
    File,
    Name,
    Weight,    ///< of their differences: numbers first, then shapes and what only one has; devices last
    First,     ///< what the first file has: dtype, elements, device
    Second,    ///< what the second has
    Largest,   ///< of the differences of numbers
    Relative,  ///< the same
    Differing, ///< how many numbers
};

/// Which rows of a comparison are wanted, and in what order.
struct ComparedWish {
    bool onlyChanged = true;
    Differences kinds;              ///< rows that differ in one of these; none of them: it does not matter
    std::vector<std::string> words; ///< in whole names, all of them, whatever their case
    ComparedOrder order = ComparedOrder::Weight;
    bool isDescending = false;

    [[nodiscard]] bool isSearch() const { return !words.empty(); }
    bool operator==(const ComparedWish&) const = default;
};

/// The rows of a comparison that are wanted, with the groups that they are in, as a tree.
class ComparedRows {
public:
    /// What is wanted of the comparison. A row that is wanted stands there with what it holds, as far as that is.
    [[nodiscard]] static ComparedRows make(const Comparison& comparison, std::span<const NumberRow> numbers,
                                           const ComparedWish& wish, const Progress* progress = nullptr);

    [[nodiscard]] std::span<const std::uint32_t> childrenOf(std::uint32_t row) const;
    /// Among the children of its parent.
    [[nodiscard]] std::size_t placeOf(std::uint32_t row) const { return m_places[row]; }
    [[nodiscard]] bool has(std::uint32_t row) const { return m_places[row] != kAway; }
    /// Rows that are wanted themselves, from the top as they are seen: groups that merely lead to them are none.
    [[nodiscard]] const std::vector<std::uint32_t>& wanted() const { return m_wanted; }

private:
    static constexpr std::uint32_t kAway = ~std::uint32_t{0};

    struct Children {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    std::vector<std::uint32_t> m_order; ///< the children of a row are neighbours
    std::vector<Children> m_children;   ///< by rows
    std::vector<std::uint32_t> m_places;
    std::vector<std::uint32_t> m_wanted;
};

/// How many rows have a difference of one of these kinds.
[[nodiscard]] std::uint64_t rowsWith(const Comparison& comparison, Differences kinds);

} // namespace cairn::values
