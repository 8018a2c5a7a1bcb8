#include "core/values/slice_overview.h"

#include "core/base/progress.h"
#include "core/values/number_scan.h"
#include "core/values/tensor_slice.h"
#include "core/values/value_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cairn::values {

namespace {

constexpr std::uint64_t kPiece = kMostInSlice / 4;

/// A whole number of the slice from where all others can be told apart, if they are so large that this may be needed.
WholeNumber originIn(const TensorSlice& piece)
{
    const bool isLarge = !piece.isComputed && std::abs(piece.number(0, 0)) >= kExactInDoubles;
    if (isLarge && piece.dtype == formats::Dtype::Int64) {
        return load<std::int64_t>(piece.bytes.data(), 0);
    }
    return isLarge && piece.dtype == formats::Dtype::UInt64 ? WholeNumber(load<std::uint64_t>(piece.bytes.data(), 0))
                                                            : std::nullopt;
}

/// How far the number at a place in a piece is from the origin, which is of its type.
double distanceAt(const TensorSlice& piece, std::size_t place, const WholeNumber::value_type& origin)
{
    const auto distance = [&](auto from) {
        const auto number = load<decltype(from)>(piece.bytes.data(), place);
        const auto far = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(from); // modulo 2^64
        return number >= from ? static_cast<double>(far) : -static_cast<double>(0 - far);
    };
    return std::visit(distance, origin);
}

/// Of each cell the sum of its finite numbers, and of their distances from the origin if there is one.
struct Cells {
    WholeNumber origin;
    std::vector<double> numbers;
    std::vector<double> distances;
    std::vector<std::uint64_t> counts;
};

/// Adds the numbers of a piece of a slice, which begins at a row and a column of it, to their cells.
void add(const TensorSlice& piece, std::uint64_t row, std::uint64_t column, SliceOverview& out, Cells& cells)
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
            if (!std::isfinite(number)) {
                ++out.special[cell];
                continue;
            }
            cells.numbers[cell] += number;
            ++cells.counts[cell];
            if (cells.origin) {
                cells.distances[cell] +=
                    distanceAt(piece, static_cast<std::size_t>(r * piece.columns + c), *cells.origin);
            }
        }
    }
}

void divide(SliceOverview& out, std::vector<double> sums, const std::vector<std::uint64_t>& counts)
{
    bool isFirst = true;
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        double& mean = sums[cell];
        if (counts[cell] == 0) {
            mean = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        mean /= static_cast<double>(counts[cell]);
        out.low = isFirst ? mean : std::min(out.low, mean);
        out.high = isFirst ? mean : std::max(out.high, mean);
        isFirst = false;
    }
    out.means = std::move(sums);
}

/// Distances from the origin where they are small; else the numbers lie so far apart that doubles tell them from each
/// other.
void finish(SliceOverview& out, Cells& cells)
{
    if (cells.origin) {
        divide(out, std::move(cells.distances), cells.counts);
        if (std::max(std::abs(out.low), std::abs(out.high)) < kExactInDoubles) {
            out.origin = cells.origin;
            return;
        }
    }
    divide(out, std::move(cells.numbers), cells.counts);
}

} // namespace

Result<SliceOverview> overviewOf(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                 const SlicePlace& slice, std::uint64_t mostRows, std::uint64_t mostColumns,
                                 Progress* progress)
{
    if (slice.rows == 0 || slice.columns == 0 || mostRows == 0 || mostColumns == 0) {
        return fail(ErrorCode::Usage, message("there are no numbers to show"));
    }
    CAIRN_TRY(checkHasValues(checkpoint, checkpoint.tensors()[tensor]));
    CAIRN_TRY(valueLayout(checkpoint, checkpoint.tensors()[tensor]));
    SliceOverview out;
    out.sliceRows = slice.rows;
    out.sliceColumns = slice.columns;
    out.rows = std::min(slice.rows, mostRows);
    out.columns = std::min(slice.columns, mostColumns);
    const auto count = static_cast<std::size_t>(out.rows * out.columns);
    out.special.resize(count);
    Cells cells;
    cells.numbers.resize(count);
    cells.counts.resize(count);
    const std::uint64_t columnsAtOnce = std::min(slice.columns, kPiece);
    const std::uint64_t rowsAtOnce = std::max<std::uint64_t>(kPiece / columnsAtOnce, 1);
    beginStage(progress, "reading", slice.rows * slice.columns);
    for (std::uint64_t row = 0; row < slice.rows; row += rowsAtOnce) {
        for (std::uint64_t column = 0; column < slice.columns; column += columnsAtOnce) {
            CAIRN_TRY(checkStop(progress));
            const SlicePlace place = slice.part(row, column, rowsAtOnce, columnsAtOnce);
            CAIRN_ASSIGN(piece, readSlice(checkpoint, tensor, place));
            if (row == 0 && column == 0) {
                cells.origin = originIn(piece);
                cells.distances.resize(cells.origin ? count : 0);
            }
            add(piece, row, column, out, cells);
            addDone(progress, place.rows * place.columns);
        }
    }
    finish(out, cells);
    return out;
}

} // namespace cairn::values
