#include "core/base/platform/folder_list.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace cairn::platform {

namespace fs = std::filesystem;

std::string listFolder(const std::string& folder, const std::function<void(FolderEntry entry)>& use)
{
    std::error_code failure;
    for (fs::directory_iterator next(folder, failure); !failure && next != fs::directory_iterator();
         next.increment(failure)) {
        std::error_code ignored; // what cannot be examined is no folder, and opening it says why
        FolderEntry entry{.path = next->path().string(), .isFolder = next->is_directory(ignored)};
        entry.isLink = entry.isFolder && next->is_symlink(ignored);
        use(std::move(entry));
    }
    return failure ? failure.message() : std::string();
}

} // namespace cairn::platform
