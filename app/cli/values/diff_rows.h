#pragma once

#include "app/cli/values/diff_report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cairn::cli {

/// The rows that differ, in the wanted order.
[[nodiscard]] std::vector<std::uint32_t> differingRows(const DiffReport& report);
/// How many of so many rows are shown.
[[nodiscard]] std::size_t shownOf(std::size_t rows, std::optional<std::uint64_t> most);

} // namespace cairn::cli
