#pragma once

#include <string>
#include <vector>

namespace cairn::formats {

/// A list of shards, and those of its files that were there.
struct ShardSet {
    std::string index;
    std::vector<std::string> shards;
};

/// Takes lists of shards out of some files, with the files that they list: none of those is a checkpoint by itself. A
/// list that cannot be read is taken by its name, for it is to be told of.
[[nodiscard]] std::vector<ShardSet> takeShardSets(std::vector<std::string>& files);

} // namespace cairn::formats
