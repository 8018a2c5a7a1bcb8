#pragma once

#include "core/values/number_decoder.h"
#include "core/values/whole_number.h"

#include <cstdint>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// A slice of a tensor in few cells: each is the mean of the finite numbers it stands for.
struct SliceOverview {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t sliceRows = 0;
    std::uint64_t sliceColumns = 0;
    std::vector<double> means;          ///< row by row; NaN where no number is finite
    std::vector<std::uint32_t> special; ///< how many of a cell are not finite
    double low = 0;                     ///< of the means; these two only if one is finite
    double high = 0;
    WholeNumber origin; ///< the means are distances from it; none unless doubles would not tell the numbers apart

    /// The first row of the slice that a row of cells stands for; the same for columns.
    [[nodiscard]] std::uint64_t firstRow(std::uint64_t row) const { return row * sliceRows / rows; }
    [[nodiscard]] std::uint64_t firstColumn(std::uint64_t column) const { return column * sliceColumns / columns; }
};

/// Reads a whole slice, however large, in pieces. Progress counts its elements.
[[nodiscard]] Result<SliceOverview> overviewOf(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                               const SlicePlace& slice, std::uint64_t mostRows,
                                               std::uint64_t mostColumns, Progress* progress);

} // namespace cairn::values
