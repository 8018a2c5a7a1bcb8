#pragma once

#include <filesystem>
#include <string>

namespace cairn::platform {

/// A path as Cairn's texts have it: UTF-8, with / between its folders.
[[nodiscard]] std::string pathText(const std::filesystem::path& path);

} // namespace cairn::platform
