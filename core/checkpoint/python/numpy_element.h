#pragma once

#include "core/checkpoint/python/numpy_dtype.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Appends one element as Python would print its value, until `out` has about `limit` characters. `bytes` holds exactly
/// one element; elements of object arrays are no bytes and do not come here.
void appendNumpyElement(std::string& out, const NumpyDtype& dtype, std::string_view bytes, std::size_t limit);

} // namespace cairn::checkpoint
