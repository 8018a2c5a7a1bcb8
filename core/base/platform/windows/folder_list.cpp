#include "core/base/platform/folder_list.h"

#include "core/base/platform/windows/wide.h"

#include <cerrno>
#include <cstring>

namespace cairn::platform {

/// What std::filesystem lists has paths of 260 characters at most.
std::string listFolder(const std::string& folder, const std::function<void(FolderEntry entry)>& use)
{
    WIN32_FIND_DATAW found{};
    HANDLE const search = ::FindFirstFileW((widePath(folder) + LR"(\*)").c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) {
        keepReason();
        return std::strerror(errno);
    }
    const std::string begin = folder.ends_with('/') || folder.ends_with('\\') ? folder : folder + '/';
    do {
        const std::string name = narrowText(found.cFileName);
        if (name == "." || name == "..") {
            continue;
        }
        use({.path = begin + name,
             .isFolder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0,
             .isLink =
                 (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
                 (found.dwReserved0 == IO_REPARSE_TAG_SYMLINK || found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT)});
    } while (::FindNextFileW(search, &found) != 0);
    const DWORD reason = ::GetLastError();
    ::FindClose(search);
    if (reason == ERROR_NO_MORE_FILES) {
        return {};
    }
    keepReason(reason);
    return std::strerror(errno);
}

} // namespace cairn::platform
