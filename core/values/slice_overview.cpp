#include "core/values/slice_overview.h"

#include "core/base/progress.h"
#include "core/values/tensor_slice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn::values {

namespace {

constexpr std::uint64_t kPiece = kMostInSlice / 4;

/// Adds the numbers of a piece of a slice, which begins at a row and a column of it, to their cells.
void add(const TensorSlice& piece, std::uint64_t row, std::uint64_t column, SliceOverview& out,
         std::vector<std::uint64_t>& counts)
{
    std::vector<std::size_t> cellOf(static_cast<std::size_t>(piece.columns));
    for (std::uint64_t c = 0; c < piece.columns; ++c) {
        // the inverse of firstColumn(), which rounds down
        cellOf[static_cast<std::size_t>(c)] =
            static_cast<std::size_t>(((column + c + 1) * out.columns - 1) / out.sliceColumns);
    }
    for (std::uint64_t r = 0; r < piece.rows; ++r) {
        const std::uint64_t cellRow = ((row + r + 1) * out.rows - 1) / out.sliceRows;
        const auto first = static_cast<std::size_t>(cellRow * out.columns);
        for (std::uint64_t c = 0; c < piece.columns; ++c) {
            const double number = piece.number(r, c);
            const std::size_t cell = first + cellOf[static_cast<std::size_t>(c)];
            if (std::isfinite(number)) {
                out.means[cell] += number;
                ++counts[cell];
            } else {
                ++out.special[cell];
            }
        }
    }
}

void divide(SliceOverview& out, const std::vector<std::uint64_t>& counts)
{
    bool isFirst = true;
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        if (counts[cell] == 0) {
            out.means[cell] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        out.means[cell] /= static_cast<double>(counts[cell]);
        out.low = isFirst ? out.means[cell] : std::min(out.low, out.means[cell]);
        out.high = isFirst ? out.means[cell] : std::max(out.high, out.means[cell]);
        isFirst = false;
    }
}

} // namespace

Result<SliceOverview> overviewOf(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                 const SlicePlace& slice, std::uint64_t mostRows, std::uint64_t mostColumns,
                                 Progress* progress)
{
    if (slice.rows == 0 || slice.columns == 0 || mostRows == 0 || mostColumns == 0) {
        return fail(ErrorCode::Usage, "there are no numbers to show");
    }
    SliceOverview out;
    out.sliceRows = slice.rows;
    out.sliceColumns = slice.columns;
    out.rows = std::min(slice.rows, mostRows);
    out.columns = std::min(slice.columns, mostColumns);
    const auto cells = static_cast<std::size_t>(out.rows * out.columns);
    out.means.resize(cells);
    out.special.resize(cells);
    std::vector<std::uint64_t> counts(cells);
    const std::uint64_t columnsAtOnce = std::min(slice.columns, kPiece);
    const std::uint64_t rowsAtOnce = std::max<std::uint64_t>(kPiece / columnsAtOnce, 1);
    if (progress != nullptr) {
        progress->beginStage("reading", slice.rows * slice.columns);
    }
    for (std::uint64_t row = 0; row < slice.rows; row += rowsAtOnce) {
        for (std::uint64_t column = 0; column < slice.columns; column += columnsAtOnce) {
            if (progress != nullptr && progress->stopRequested()) {
                return fail(ErrorCode::Cancelled, "cancelled");
            }
            const SlicePlace place = slice.part(row, column, rowsAtOnce, columnsAtOnce);
            CAIRN_ASSIGN(piece, readSlice(checkpoint, tensor, place));
            add(piece, row, column, out, counts);
            if (progress != nullptr) {
                progress->add(place.rows * place.columns);
            }
        }
    }
    divide(out, counts);
    return out;
}

} // namespace cairn::values
