#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <string_view>

namespace cairn::checkpoint {

/// How many numbers a checkpoint holds: those of the model, and those that an optimizer keeps about them.
struct ParameterCount {
    std::uint64_t parameters = 0; ///< without buffers
    std::uint64_t optimizerElements = 0;
};

[[nodiscard]] ParameterCount countParameters(const Checkpoint& checkpoint);

/// "optimizer", "optimizer_states", "Adam_optimiser", "d_optim": what people call the state of an optimizer.
[[nodiscard]] bool namesOptimizer(std::string_view key);

/// For each entry 1 if it belongs to what an optimizer keeps, else 0.
[[nodiscard]] LargeVector<std::uint8_t> optimizerRows(const Checkpoint& checkpoint);

/// Whether a model keeps a tensor without training it, as far as its name tells: a state_dict does not tell them apart.
[[nodiscard]] bool isBuffer(const Checkpoint& checkpoint, const Tensor& tensor);

} // namespace cairn::checkpoint
