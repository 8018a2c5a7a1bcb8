#pragma once

#include "core/runtime/torch/host_calls.h"
#include "core/runtime/torch/loaded.h"

namespace cairn::runtime {

/// torch::jit::load from bytes of the host, and the tensors of the module by the names that the order gives. The
/// constants of its code are found nowhere and stay undefined.
void loadScript(const ScriptOrder& order, Loaded& loaded);

} // namespace cairn::runtime
