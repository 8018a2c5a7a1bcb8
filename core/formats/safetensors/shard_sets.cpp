#include "core/formats/safetensors/shard_sets.h"

#include "core/base/files/byte_source.h"
#include "core/formats/safetensors/shard_index.h"

#include <map>
#include <optional>
#include <string_view>

namespace cairn::formats {

namespace {

constexpr std::string_view kIndexEnding = ".index.json";

/// The files that an index lists; nothing if the file is none.
std::optional<std::vector<std::string>> listedIn(const std::string& file)
{
    if (!file.ends_with(kIndexEnding)) {
        return std::nullopt;
    }
    const auto source = FileSource::open(file);
    auto index = source ? readShardIndex(**source) : Result<ShardIndex>();
    if (source && index) {
        return index->shards.empty() ? std::nullopt : std::optional(std::move(index->shards));
    }
    const std::string_view name = std::string_view(file).substr(0, file.size() - kIndexEnding.size());
    const bool isNamed = name.ends_with(".safetensors") || name.ends_with(".bin");
    return isNamed ? std::optional<std::vector<std::string>>(std::in_place) : std::nullopt;
}

} // namespace

std::vector<ShardSet> takeShardSets(std::vector<std::string>& files)
{
    std::vector<ShardSet> sets;
    std::map<std::string, std::size_t, std::less<>> setOf; // by the paths of shards
    std::erase_if(files, [&](const std::string& file) {
        const auto listed = listedIn(file);
        if (!listed) {
            return false;
        }
        const std::string folder = file.substr(0, file.rfind('/') + 1);
        for (const std::string& shard : *listed) {
            setOf.emplace(folder + shard, sets.size());
        }
        sets.push_back({.index = file, .shards = {}});
        return true;
    });
    std::erase_if(files, [&](const std::string& file) {
        const auto set = setOf.find(file);
        if (set == setOf.end()) {
            return false;
        }
        sets[set->second].shards.push_back(file);
        return true;
    });
    return sets;
}

} // namespace cairn::formats
