#pragma once

#include "core/formats/dtype.h"

#include <cstdint>

namespace cairn::values {

/// The number behind the bits of a float of 8 or 4 bits: float8 in its five forms, float4_e2m1fn. NaN for other dtypes.
[[nodiscard]] double smallFloat(formats::Dtype dtype, std::uint8_t bits);

} // namespace cairn::values
