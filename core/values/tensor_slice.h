#pragma once

#include "core/values/element_text.h"
#include "core/values/number_decoder.h"

#include <string>
#include <vector>

namespace cairn::values {

/// The values of a rectangle of a tensor: their bytes, in rows and little endian, and the numbers that they are.
struct TensorSlice {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::size_t elementBytes = 1; ///< in `bytes`, where each element has bytes of its own
    Bytes bytes;
    std::vector<double> numbers; ///< absolute values of complex ones
    Signs signs;                 ///< of complex ones
    bool isComputed = false;     ///< negated or dequantised: the numbers are what to show, not the bytes

    [[nodiscard]] double number(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] std::string text(std::uint64_t row, std::uint64_t column, NumberFormat format) const;
};

/// All its values, the separator between columns and a line for each row.
[[nodiscard]] std::string sliceText(const TensorSlice& slice, NumberFormat format, char separator);

inline constexpr std::uint64_t kMostInSlice = std::uint64_t{1} << 20;

/// Reads a rectangle of kMostInSlice elements at most, which must lie inside the tensor.
[[nodiscard]] Result<TensorSlice> readSlice(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                            const SlicePlace& place);

} // namespace cairn::values
