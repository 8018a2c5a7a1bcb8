#pragma once

#include "core/base/error.h"
#include "core/values/number_decoder.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::cli {

/// What is wanted of one axis of a tensor.
struct AxisRange {
    std::uint64_t begin = 0;
    std::uint64_t count = 0;
    std::uint64_t step = 1;
    bool isIndex = false; ///< one place, so that the axis is gone
};

/// Reads a slice as Python writes it between brackets, with steps forward: "3, -1, :5, 2:, ::2". Axes that it does not
/// name are taken whole, and so are all for an empty text.
[[nodiscard]] Result<std::vector<AxisRange>> readSliceWords(std::string_view words,
                                                            std::span<const std::int64_t> shape);

/// The shape that NumPy would give to the part.
[[nodiscard]] std::vector<std::int64_t> shapeOf(std::span<const AxisRange> part);

/// Calls `visit` with each matrix of the last two axes that are left.
[[nodiscard]] Result<void> forEachMatrix(const std::vector<AxisRange>& part,
                                         const std::function<Result<void>(const values::SlicePlace&)>& visit);
/// The part as one matrix, if it has no more than two axes.
[[nodiscard]] std::optional<values::SlicePlace> onlyMatrix(const std::vector<AxisRange>& part);

} // namespace cairn::cli
