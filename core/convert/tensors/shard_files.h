#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::convert {

/// Whether a target may become several files and their index.
enum class Shards : std::uint8_t { No, Yes };

/// What there is of that name, such as a link into nothing, through which a copy would be written; or of the names of
/// its shards, and their index.
[[nodiscard]] std::vector<std::string> filesThere(const std::string& path, Shards shards);
[[nodiscard]] bool isThere(const std::string& path, Shards shards);

} // namespace cairn::convert
