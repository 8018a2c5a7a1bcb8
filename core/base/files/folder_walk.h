#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cairn {

/// What lies in one folder: paths, in the order that people give names.
struct FolderContent {
    std::string path;
    std::vector<std::string> files;         ///< all that is no folder
    std::vector<std::string> folders;       ///< those that the walk enters next; whoever visits may take some out
    std::vector<std::string> hiddenFolders; ///< not entered
    std::vector<std::string> linkedFolders; ///< not entered, as links can lead round in circles
    std::string failure;                    ///< why not all of it could be read; empty: it could
};

/// Visits a folder, and those in it one after the other, until `visit` says false. Files that a conversion is writing,
/// or a killed one left, are in none.
void walkFolders(const std::string& top, const std::function<bool(FolderContent&)>& visit);

/// What lies in one folder alone.
[[nodiscard]] FolderContent contentOf(std::string folder);

} // namespace cairn
