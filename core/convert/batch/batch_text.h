#pragma once

#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"

#include <string>
#include <string_view>

namespace cairn::convert {

// What the files of a batch have in common.

inline constexpr std::uint64_t kBatchVersion = 1;
/// Longest line and longest result: paths have 4096 bytes, and a task millions of files at most.
inline constexpr std::uint64_t kMostLineBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostResultBytes = std::uint64_t{1} << 30;

/// A path as a member; of one that is no UTF-8 its bytes, under the key with _base64 behind it.
void writePath(JsonWriter& json, const std::string& key, const std::string& path);
/// The path again. Json, if there is none, or one with a NUL in it.
[[nodiscard]] Result<std::string> readPath(const JsonDocument& document, JsonValue object, const std::string& key);

/// Whether a path stays below a folder that it is put behind: no root, no "..", no empty part.
[[nodiscard]] bool staysBelow(std::string_view path);

} // namespace cairn::convert
