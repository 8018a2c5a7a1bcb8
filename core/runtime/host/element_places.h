#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cairn::runtime {

// Where the elements of a tensor lie, in numbers that nobody has checked.

using Numbers = std::span<const std::int64_t>;

/// Nothing where it is no number of elements.
[[nodiscard]] std::optional<std::int64_t> elementsIn(Numbers sizes);
/// Bytes from the begin of a storage to the end of the last element; nothing where that is no number.
[[nodiscard]] std::optional<std::int64_t> endOf(std::int64_t offset, Numbers sizes, Numbers strides,
                                                std::int64_t elementBytes);
[[nodiscard]] std::vector<std::int64_t> rowMajorStrides(Numbers sizes);
/// Every element has a place of its own, and there are no others: such strides stay when torch copies a tensor.
[[nodiscard]] bool isDense(Numbers sizes, Numbers strides);

} // namespace cairn::runtime
