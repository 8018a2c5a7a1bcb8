#include "core/convert/scales/quantization_config.h"

#include "core/base/files/byte_source.h"
#include "core/base/json/json_tree.h"
#include "core/base/platform/path_text.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

std::optional<std::pair<std::uint64_t, std::uint64_t>> blockIn(JsonValue value)
{
    std::vector<std::uint64_t> sizes;
    if (!value.isArray()) {
        return std::nullopt;
    }
    for (const JsonValue size : value) {
        const auto number = size.integer();
        if (!number || *number <= 0) {
            return std::nullopt;
        }
        sizes.push_back(static_cast<std::uint64_t>(*number));
    }
    return sizes.size() == 2 ? std::optional(std::pair(sizes[0], sizes[1])) : std::nullopt;
}

/// Of compressed-tensors, whose groups each have one; several that differ say nothing.
std::optional<std::pair<std::uint64_t, std::uint64_t>> blockOfGroups(JsonValue groups)
{
    std::optional<std::pair<std::uint64_t, std::uint64_t>> found;
    for (const JsonValue group : groups) {
        const auto weights = group.isObject() ? group.find("weights") : std::nullopt;
        const auto structure = weights && weights->isObject() ? weights->find("block_structure") : std::nullopt;
        const auto block = structure ? blockIn(*structure) : std::nullopt;
        if (found && block && *found != *block) {
            return std::nullopt;
        }
        found = block ? block : found;
    }
    return found;
}

} // namespace

QuantizationConfig quantizationConfigOf(const checkpoint::Checkpoint& source)
{
    std::error_code failure;
    const fs::path path = fs::path(source.path());
    return quantizationConfigIn(platform::pathText(fs::is_directory(path, failure) ? path : path.parent_path()));
}

QuantizationConfig quantizationConfigIn(const std::string& folder)
{
    QuantizationConfig config;
    const std::string file = platform::pathText(fs::path(folder) / "config.json");
    constexpr std::uint64_t mostBytes = std::uint64_t{16} << 20;
    const auto opened = FileSource::open(file);
    if (!opened || (*opened)->sizeBytes() > mostBytes) {
        return config;
    }
    const auto bytes = (*opened)->readBytes(0, static_cast<std::size_t>((*opened)->sizeBytes()));
    if (!bytes) {
        return config;
    }
    const auto tree = JsonTree::parse(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
    const auto entry = tree && tree->root().isObject() ? tree->root().find("quantization_config") : std::nullopt;
    if (!entry || !entry->isObject()) {
        return config;
    }
    config.path = file;
    if (const auto block = entry->find("weight_block_size")) {
        config.block = blockIn(*block);
    } else if (const auto groups = entry->find("config_groups"); groups && groups->isObject()) {
        config.block = blockOfGroups(*groups);
    }
    return config;
}

} // namespace cairn::convert
