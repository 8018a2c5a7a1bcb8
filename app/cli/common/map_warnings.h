#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cairn::cli {

/// "cpu (3), cuda:0 (12)"
[[nodiscard]] std::string countsText(const std::map<std::string, std::uint64_t>& counts);

/// What a file has for a map to match.
struct TagCounts {
    std::map<std::string, std::uint64_t> storages; ///< by their tags
    std::map<std::string, std::uint64_t> objects;  ///< torch.device objects, "cuda:3" or "cuda:3 -> cpu"
};

[[nodiscard]] TagCounts tagCounts(const checkpoint::Checkpoint& checkpoint);

/// A part of a map that matches nothing in the file.
struct UselessRule {
    std::string text;
    bool mayBeMeant = false; ///< "cuda:*": that nothing is on a GPU is what is asked for; else most likely mistyped
};

[[nodiscard]] std::vector<UselessRule> uselessRules(const devices::MapLocation& map,
                                                    const checkpoint::Checkpoint& checkpoint, const TagCounts& counts);

/// The same in words, for those who load the file.
[[nodiscard]] std::vector<std::string> mapWarnings(const devices::MapLocation& map,
                                                   const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::cli
