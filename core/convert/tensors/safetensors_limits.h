#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/tensors/tensor_set.h"

#include <string_view>

namespace cairn::convert {

/// Why a tensor cannot be written under a name; empty if it can. What a safetensors file can hold, torch's own files
/// can, too.
[[nodiscard]] Message whyNotWritten(const checkpoint::Checkpoint& source, const checkpoint::Tensor& tensor,
                                    std::string_view name, TensorFormat format);

} // namespace cairn::convert
