#include "core/checkpoint/tree/sparse_indices.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace cairn::checkpoint {

namespace {

SparseProblem outside()
{
    return {message("an index of a sparse tensor lies outside of it"), true};
}

SparseProblem otherSize()
{
    return {message("the indices of a sparse tensor are for one of another size"), true};
}

std::optional<SparseProblem> problemOfCoordinates(const SparseIndices& indices)
{
    const auto dimensions = static_cast<std::size_t>(indices.plain.sizes[0]);
    const auto count = static_cast<std::size_t>(indices.plain.sizes[1]);
    const std::span<const std::int64_t> values = indices.plain.values;
    if (!std::ranges::equal(indices.sizes.subspan(dimensions), indices.valueSizes.subspan(1))) {
        return otherSize();
    }
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
        const std::int64_t size = indices.sizes[dimension];
        const auto row = values.subspan(dimension * count, count);
        if (std::ranges::any_of(row, [&](std::int64_t index) { return index < 0 || index >= size; })) {
            return outside();
        }
    }
    const auto isBefore = [&](std::size_t left, std::size_t right) {
        for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
            const auto row = values.subspan(dimension * count, count);
            if (row[left] != row[right]) {
                return row[left] < row[right];
            }
        }
        return false;
    };
    for (std::size_t at = 1; indices.coalesced && at < count; ++at) {
        if (!isBefore(at - 1, at)) {
            return SparseProblem{message("a sparse tensor that is said to be coalesced is not")};
        }
    }
    return std::nullopt;
}

/// One of a batch: `begins` has where each of the rows begins and the last ends, `plain` the place in its row of each
/// value.
std::optional<SparseProblem> problemOfRows(std::span<const std::int64_t> begins, std::span<const std::int64_t> plain,
                                           std::int64_t length)
{
    if (begins.front() != 0 || begins.back() != static_cast<std::int64_t>(plain.size())) {
        return SparseProblem{message("the rows of a sparse tensor do not begin at 0 and end with its values"), true};
    }
    for (std::size_t row = 0; row + 1 < begins.size(); ++row) {
        const std::int64_t end = begins[row + 1];
        if (end < begins[row] || end > static_cast<std::int64_t>(plain.size()) || end - begins[row] > length) {
            return SparseProblem{message("a row of a sparse tensor begins or ends where it cannot"), true};
        }
        const std::int64_t count = end - begins[row];
        const auto places = plain.subspan(static_cast<std::size_t>(begins[row]), static_cast<std::size_t>(count));
        if (std::ranges::any_of(places, [&](std::int64_t place) { return place < 0 || place >= length; })) {
            return outside();
        }
        if (std::ranges::adjacent_find(places, std::greater_equal()) != places.end()) {
            return SparseProblem{message("the indices in a row of a sparse tensor are not in order, each once")};
        }
    }
    return std::nullopt;
}

std::optional<SparseProblem> problemOfCompressed(const SparseIndices& indices)
{
    const bool isByRow = indices.layout == Layout::SparseCsr || indices.layout == Layout::SparseBsr;
    const bool isInBlocks = indices.layout == Layout::SparseBsr || indices.layout == Layout::SparseBsc;
    const std::size_t batch = indices.plain.sizes.size() - 1; // dimensions of it
    const std::size_t wanted = batch + (isInBlocks ? 3 : 1);
    if (indices.sizes.size() < batch + 2 || indices.compressed.sizes.size() != batch + 1 ||
        indices.valueSizes.size() < wanted ||
        !std::ranges::equal(indices.sizes.subspan(batch + 2), indices.valueSizes.subspan(wanted)) ||
        !std::ranges::equal(indices.sizes.first(batch), indices.valueSizes.first(batch))) {
        return otherSize();
    }
    const auto extent = [&](std::size_t dimension) -> std::int64_t { // in blocks
        const std::int64_t size = indices.sizes[batch + dimension];
        const std::int64_t block = isInBlocks ? indices.valueSizes[batch + 1 + dimension] : 1;
        return block > 0 && size % block == 0 ? size / block : -1;
    };
    const std::int64_t rows = extent(isByRow ? 0 : 1);
    const std::int64_t length = extent(isByRow ? 1 : 0);
    if (rows < 0 || length < 0 || indices.compressed.sizes.back() - 1 != rows ||
        !std::ranges::equal(std::span(indices.compressed.sizes).first(batch),
                            std::span(indices.plain.sizes).first(batch))) {
        return otherSize();
    }
    const auto perBatch = static_cast<std::size_t>(rows) + 1;
    const auto count = static_cast<std::size_t>(indices.plain.sizes.back());
    const std::span<const std::int64_t> begins = indices.compressed.values;
    for (std::size_t at = 0; at < begins.size() / perBatch; ++at) {
        if (auto problem = problemOfRows(begins.subspan(at * perBatch, perBatch),
                                         std::span(indices.plain.values).subspan(at * count, count), length)) {
            return problem;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<SparseProblem> problemOf(const SparseIndices& indices)
{
    return indices.layout == Layout::SparseCoo ? problemOfCoordinates(indices) : problemOfCompressed(indices);
}

} // namespace cairn::checkpoint
