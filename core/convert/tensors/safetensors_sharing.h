#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/tensors/tensor_set.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cairn::convert {

/// Index of a tensor, and of the earlier one it is the same as.
using AliasPairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Finds tensors that are the same elements of one storage and get one dtype, in tree order. Unsupported if tensors
/// overlap in another way: in a file without strides and sharing they would become independent copies, which only the
/// user can decide.
[[nodiscard]] Result<AliasPairs> findAliases(const checkpoint::Checkpoint& source,
                                             const std::vector<NamedTensor>& tensors);

} // namespace cairn::convert
