#pragma once

#include "core/formats/dtype.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace cairn::formats {

/// By any name that people use: "float32", "torch.float32", "fp32", "F32", "float".
[[nodiscard]] std::optional<Dtype> dtypeNamed(std::string_view name);

/// The names that neither PyTorch nor Python has.
[[nodiscard]] std::span<const std::pair<std::string_view, Dtype>> shortDtypeNames();

} // namespace cairn::formats
