#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/map_location.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cairn::cli {

/// What a file has for a map to match.
struct TagCounts {
    std::map<std::string, std::uint64_t> storages; ///< by their tags
    std::map<std::string, std::uint64_t> objects;  ///< torch.device objects, "cuda:3" or "cuda:3 -> cpu"
};

[[nodiscard]] TagCounts tagCounts(const checkpoint::Checkpoint& checkpoint);

/// Parts of a map that match nothing in the file, in words: most likely mistyped.
[[nodiscard]] std::vector<std::string> uselessRules(const devices::MapLocation& map,
                                                    const checkpoint::Checkpoint& checkpoint, const TagCounts& counts);

} // namespace cairn::cli
