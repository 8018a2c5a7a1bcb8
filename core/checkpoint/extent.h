#pragma once

#include "core/formats/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cairn::checkpoint {

// Sizes of tensors in checked arithmetic: nothing where the true number does not fit into 64 bits.

/// Product of sizes; nothing for negative sizes or overflow (also when another size is 0, as torch counts it).
[[nodiscard]] std::optional<std::uint64_t> productOf(std::span<const std::int64_t> sizes);

/// Storage elements from the first to the last one reached: 1 + sum (size - 1) * stride, 0 if a size is 0.
/// Nothing for negative sizes or strides.
[[nodiscard]] std::optional<std::uint64_t> extentOf(std::span<const std::int64_t> sizes,
                                                    std::span<const std::int64_t> strides);

/// Strides of a row-major tensor, as torch counts them: dimensions of size 0 count as 1.
void rowMajorStrides(std::span<const std::int64_t> sizes, std::vector<std::int64_t>& strides);

/// Bytes of so many elements, rounded up where several share a byte.
[[nodiscard]] std::optional<std::uint64_t> bytesFor(std::uint64_t elements, formats::Dtype dtype);

/// Bytes of a storage that counts so many elements: torch counts a storage of several values a byte in bytes.
[[nodiscard]] std::optional<std::uint64_t> storageBytesFor(std::uint64_t elements, formats::Dtype dtype);

} // namespace cairn::checkpoint
