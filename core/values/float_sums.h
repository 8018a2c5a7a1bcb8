#pragma once

#include "core/formats/dtype.h"
#include "core/values/number_sums.h"

#include <cstddef>

namespace cairn::values {

/// Adds up kBlock little-endian elements as sumUp() does.
using FloatSums = BlockSums (*)(const std::byte* in);

/// For dtypes whose numbers are floats, as most of a checkpoint is: three times as quick, for it needs no doubles in
/// memory. Null for others.
[[nodiscard]] FloatSums floatSums(formats::Dtype dtype);

} // namespace cairn::values
