#pragma once

#include "core/formats/dtype.h"
#include "core/values/float_blocks.h"

#include <array>
#include <cstddef>

namespace cairn::values {

using NumberBlock = std::array<double, kBlock>;

/// Turns kBlock little-endian elements into numbers: complex ones into their absolute value, bool into 0 and 1. Of
/// dtypes that share bytes it takes one element a byte.
using BlockDecoder = void (*)(const std::byte* in, NumberBlock& out);

/// Null for dtypes whose elements are no numbers that we know.
[[nodiscard]] BlockDecoder blockDecoder(formats::Dtype dtype);

[[nodiscard]] bool isComplex(formats::Dtype dtype);
/// float32 of complex64, and so on.
[[nodiscard]] formats::Dtype partOfComplex(formats::Dtype complex);

/// Bytes of one element as a BlockDecoder takes it.
[[nodiscard]] std::size_t decodedElementBytes(formats::Dtype dtype);

} // namespace cairn::values
