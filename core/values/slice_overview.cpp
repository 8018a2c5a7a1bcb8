#include "core/values/slice_overview.h"

#include "core/base/progress.h"
#include "core/values/tensor_slice.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
            const double number = out.origin
                                      ? distanceAt(piece, static_cast<std::size_t>(r * piece.columns + c), *out.origin)
                                      : piece.number(r, c);
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

/// Back to the numbers themselves, where they lie so far apart that doubles tell them from each other.
void forgetOrigin(SliceOverview& out)
{
    if (!out.origin || std::max(std::abs(out.low), std::abs(out.high)) < kExactInDoubles) {
        return;
    }
    const double origin = std::visit([](auto number) { return static_cast<double>(number); }, *out.origin);
    for (double* number : {&out.low, &out.high}) {
        *number += origin;
    }
    for (double& mean : out.means) {
        mean += origin;
    }
    out.origin.reset();
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
            if (row == 0 && column == 0) {
                out.origin = originIn(piece);
            }
            add(piece, row, column, out, counts);
            if (progress != nullptr) {
                progress->add(place.rows * place.columns);
            }
        }
    }
    divide(out, counts);
    forgetOrigin(out);
    return out;
}

} // namespace cairn::values
