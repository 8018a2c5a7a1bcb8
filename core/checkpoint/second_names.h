#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// Another name of a tensor: weights that are tied are one tensor in safetensors, whose metadata has the other names.
struct SecondName {
    std::string_view name;
    EntryId entry = kNoId; ///< of the tensor
};

[[nodiscard]] std::vector<SecondName> secondNames(const Checkpoint& checkpoint);

} // namespace cairn::checkpoint
