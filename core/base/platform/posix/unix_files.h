#pragma once

#include "core/base/platform/file.h"

#include <cerrno>
#include <cstddef>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

/// What Linux and macOS have in ways of their own, for what they have in common.
namespace cairn::platform {

/// For open(), of a folder for the calls that take one, and of what is only looked at, with O_NOFOLLOW in it.
extern const int kFolderFlags;
extern const int kItselfFlags;

/// Calls until no signal comes in between.
template <typename Call>
[[nodiscard]] std::ptrdiff_t untilDone(Call call)
{
    while (true) {
        const ssize_t count = call();
        if (count >= 0 || errno != EINTR) {
            return count;
        }
    }
}

[[nodiscard]] timespec modifiedTime(const struct stat& status);
/// Not open where the system or the file system makes no file without a name.
[[nodiscard]] Descriptor openNameless(const std::string& folder);
/// Gives a name that is free, in one step; fails with EEXIST if it is not, with something else where there is no such
/// call.
[[nodiscard]] bool renameToFree(int folder, const std::string& from, const std::string& to);
/// Where a link leads that was opened itself; empty: not known.
[[nodiscard]] std::string readLink(int link);

} // namespace cairn::platform
