#pragma once

#include <string>
#include <vector>

namespace cairn::convert {

/// Removes the temporary files that killed runs left of these copies, under their names, numbered ones and those of
/// their shards. What is being written stays.
void removeLeftovers(const std::vector<std::string>& targets);

} // namespace cairn::convert
