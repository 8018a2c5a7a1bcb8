#pragma once

#include "core/runtime/torch/host_calls.h"
#include "core/runtime/torch/loaded.h"

#include <functional>

namespace cairn::runtime {

/// Gets the next bytes; false: enough.
using ByteSink = std::function<bool(const void* bytes, std::uint64_t count)>;

/// Gives the elements in row-major order as they are stored, in pieces of some megabytes. False if the tensor has no
/// elements of its own (meta, sparse, nested), or if the sink has enough.
[[nodiscard]] bool giveValues(const at::Tensor& tensor, const ByteSink& sink);

} // namespace cairn::runtime
