#pragma once

#include <c10/core/ScalarType.h>

#include <optional>
#include <string>

namespace cairn::runtime {

/// Nothing for a dtype that this LibTorch does not have.
[[nodiscard]] std::optional<c10::ScalarType> scalarTypeByName(const std::string& torchName);
/// "float32"
[[nodiscard]] std::string nameOfScalarType(c10::ScalarType type);

} // namespace cairn::runtime
