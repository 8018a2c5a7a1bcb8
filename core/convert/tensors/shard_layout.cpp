#include "core/convert/tensors/shard_layout.h"

#include "core/base/json/json_writer.h"
#include "core/base/platform/path_text.h"
#include "core/base/text/byte_size.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace cairn::convert {

using checkpoint::Checkpoint;

Result<std::uint64_t> parseShardSize(std::string_view text)
{
    const auto size = parseByteSize(text);
    constexpr auto most = static_cast<long double>(std::numeric_limits<std::int64_t>::max());
    if (!size || !size->hasUnit || size->bytes < 1 || size->bytes > most) {
        return fail(error(ErrorCode::Usage, message("--shard-size %1 is no size", inQuotes(text)))
                        .fix(message("Write a number with a unit, such as 5GB, 500MB or 2GiB")));
    }
    return static_cast<std::uint64_t>(std::round(size->bytes));
}

std::vector<TensorSet> splitIntoShards(const Checkpoint& source, const TensorSet& set, std::uint64_t shardBytes)
{
    std::vector<TensorSet> parts;
    std::uint64_t partBytes = 0;
    struct Place {
        std::size_t part = 0;
        std::size_t index = 0;
    };
    std::vector<Place> places;
    places.reserve(set.tensors.size());
    for (const NamedTensor& named : set.tensors) {
        NamedTensor copy = named;
        Place place;
        if (named.sameAs != NamedTensor::kItself) {
            place.part = places[named.sameAs].part;
            copy.sameAs = places[named.sameAs].index;
        } else {
            const std::uint64_t bytes = writtenBytes(source, named);
            if (parts.empty() || (partBytes != 0 && bytes > shardBytes - std::min(partBytes, shardBytes))) {
                parts.emplace_back().metadata = set.metadata;
                partBytes = 0;
            }
            partBytes += bytes;
            place.part = parts.size() - 1;
        }
        place.index = parts[place.part].tensors.size();
        parts[place.part].tensors.push_back(std::move(copy));
        places.push_back(place);
    }
    if (parts.empty()) {
        parts.emplace_back().metadata = set.metadata;
    }
    return parts;
}

std::string shardPath(const std::string& target, std::size_t part, std::size_t parts)
{
    const std::filesystem::path path(target);
    std::array<char, 48> number{};
    std::snprintf(number.data(), number.size(), "-%05zu-of-%05zu", part + 1, parts);
    std::filesystem::path name(path.stem().string() + number.data() + path.extension().string());
    return platform::pathText(path.parent_path() / name);
}

std::string shardIndexPath(const std::string& target)
{
    return target + ".index.json";
}

bool isOfShards(std::string_view target, std::string_view file)
{
    const std::filesystem::path path(target);
    const std::string stem = path.stem().string();
    const std::string extension = path.extension().string();
    constexpr std::string_view pattern = "-#####-of-#####";
    if (file == shardIndexPath(std::string(target))) {
        return true;
    }
    if (file.size() != stem.size() + pattern.size() + extension.size() || !file.starts_with(stem) ||
        !file.ends_with(extension)) {
        return false;
    }
    return std::ranges::equal(file.substr(stem.size(), pattern.size()), pattern,
                              [](char c, char wanted) { return wanted == '#' ? isDigit(c) : c == wanted; });
}

std::string shardIndexText(const std::vector<std::pair<std::string, std::string>>& weights, std::uint64_t totalBytes)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("metadata");
    json.beginObject();
    json.key("total_size").number(totalBytes);
    json.endObject();
    json.key("weight_map");
    json.beginObject();
    for (const auto& [tensor, shard] : weights) {
        json.key(tensor).string(shard);
    }
    json.endObject();
    json.endObject();
    text += '\n';
    return text;
}

} // namespace cairn::convert
