#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <string_view>

namespace cairn::convert {

/// Why a tensor cannot be written to safetensors under a name; empty if it can.
[[nodiscard]] Message whyNotInSafetensors(const checkpoint::Checkpoint& source, const checkpoint::Tensor& tensor,
                                          std::string_view name);

} // namespace cairn::convert
