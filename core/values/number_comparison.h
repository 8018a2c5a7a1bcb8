#pragma once

#include "core/values/comparison.h"
#include "core/values/value_difference.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cairn::values {

/// How the numbers of a pair of tensors, or the bytes of a pair of storages, compare, or why they cannot be compared.
struct NumberRow {
    std::uint32_t row = 0;
    ValueDifference difference;
    std::string error;
};

/// Of all tensors and bare storages that both checkpoints have, in the order of rows.
using NumberRows = std::vector<NumberRow>;

[[nodiscard]] const NumberRow* findRow(std::span<const NumberRow> rows, std::uint32_t row);

/// Reads and compares the numbers of all such tensors, and notes in `comparison` which differ. `before` is called
/// before each, with its row. Progress counts bytes.
[[nodiscard]] Result<NumberRows> compareNumbers(Comparison& comparison, Progress* progress,
                                                const std::function<void(std::uint32_t)>& before = {},
                                                Tolerance tolerance = {});

} // namespace cairn::values
