#pragma once

#include "core/runtime/common/runtime.h"

#include <ATen/ATen.h>
#include <torch/script.h>

#include <optional>
#include <string>
#include <vector>

namespace cairn::runtime {

/// What one load made, in the order of the LoadOrder. Undefined tensors are those that could not be made.
struct Loaded {
    std::vector<c10::Storage> storages;
    std::vector<at::Tensor> tensors;
    std::optional<torch::jit::Module> script; ///< keeps what its tensors belong to
    // Of the tensor that was described last.
    std::string dtype;
    std::string device;
    std::string layout;
};

/// Frees everything, and gives back what LibTorch would keep for later.
void releaseLoaded(Loaded* loaded);

} // namespace cairn::runtime
