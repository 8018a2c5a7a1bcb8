#pragma once

#include "core/base/error.h"
#include "core/convert/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// The bytes of each file that the copy of an input will be. Reads what describes its tensors alone. A copy that is
/// made in one piece, whatever a recipe says of shards, has one.
[[nodiscard]] Result<std::vector<std::uint64_t>> filesOfCopy(const std::string& input, const std::string& target,
                                                             const Recipe& recipe, Progress& progress);

} // namespace cairn::convert
