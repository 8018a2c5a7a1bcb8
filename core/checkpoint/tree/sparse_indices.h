#pragma once

#include "core/base/text/message.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cairn::checkpoint {

/// Whole numbers of a tensor, in the order of its dimensions.
struct WholeNumbers {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> values;
};

/// Where the values of a sparse tensor are in it.
struct SparseIndices {
    Layout layout = Layout::SparseCoo;
    std::span<const std::int64_t> sizes;      ///< of the tensor
    std::span<const std::int64_t> valueSizes; ///< of the values
    bool coalesced = false;
    WholeNumbers compressed; ///< where each row or column begins; of the compressed layouts alone
    WholeNumbers plain;
};

struct SparseProblem {
    Message what;
    bool readsMemory = false; ///< torch follows the indices before it has looked at all of them
};

/// What torch would stop at; nothing where it takes them. As many indices as values there must be.
[[nodiscard]] std::optional<SparseProblem> problemOf(const SparseIndices& indices);

} // namespace cairn::checkpoint
