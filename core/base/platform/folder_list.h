#pragma once

#include <functional>
#include <string>

namespace cairn::platform {

struct FolderEntry {
    std::string path;      ///< that of the folder, and the name
    bool isFolder = false; ///< or a link to one
    bool isLink = false;
};

/// What lies in a folder, in no order. Why not all of it could be read; empty: it could.
[[nodiscard]] std::string listFolder(const std::string& folder, const std::function<void(FolderEntry entry)>& use);

} // namespace cairn::platform
