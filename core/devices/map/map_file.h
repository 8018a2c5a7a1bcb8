#pragma once

#include "core/base/files/file_sink.h"
#include "core/base/json/json_document.h"
#include "core/devices/map/map_location.h"

#include <string>

namespace cairn::devices {

// *.devicemap.json: a MapLocation as a file.

[[nodiscard]] Result<MapLocation> parseMapFile(std::string text);
/// The map that an object holds which lies in another file.
[[nodiscard]] Result<MapLocation> readMap(const JsonDocument& document, JsonValue top);
/// Reads the file; errors name it and the line.
[[nodiscard]] Result<MapLocation> readMapFile(const std::string& path);
/// The text of such a file, with a line for each rule.
[[nodiscard]] std::string mapFileText(const MapLocation& map);

/// Writes it.
[[nodiscard]] Result<void> writeMapFile(const std::string& path, const MapLocation& map,
                                        FileSink::Existing existing = FileSink::Existing::Replace);

/// A rule as an option: "cuda:*=cuda:0", or "cuda:*=cuda:0,cpu" with what to take where cuda:0 is not.
[[nodiscard]] Result<MapRule> parseMapOption(const std::string& text);

} // namespace cairn::devices
