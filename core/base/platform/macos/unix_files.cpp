#include "core/base/platform/posix/unix_files.h"
#include "core/base/platform/path_text.h"

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace cairn::platform {

const int kFolderFlags = O_SEARCH | O_CLOEXEC;
const int kItselfFlags = O_RDONLY | O_SYMLINK | O_NONBLOCK | O_CLOEXEC;

timespec modifiedTime(const struct stat& status)
{
    return status.st_mtimespec;
}

Descriptor openNameless(const std::string& /*folder*/)
{
    return {};
}

bool renameToFree(int folder, const std::string& from, const std::string& to)
{
    return ::renameatx_np(folder, from.c_str(), folder, to.c_str(), RENAME_EXCL) == 0;
}

std::string readLink(int link)
{
    std::array<char, PATH_MAX> text{};
    const ssize_t count = ::freadlink(link, text.data(), text.size());
    return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : std::string();
}

/// The system only copies whole files.
std::ptrdiff_t copyRange(int /*from*/, std::uint64_t /*offset*/, int /*to*/, std::size_t /*bytes*/)
{
    errno = ENOSYS;
    return -1;
}

bool sharesBlocks(int /*file*/, const std::string& /*folder*/, std::uint32_t /*blockBytes*/)
{
    return false;
}

void beginWriting(int /*descriptor*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

/// What fsync() leaves in the memory of the disk is written, too, where the file system has a call for it.
bool sync(int descriptor)
{
    return ::fcntl(descriptor, F_FULLFSYNC) == 0 || ::fsync(descriptor) == 0;
}

bool syncData(int descriptor)
{
    return sync(descriptor);
}

std::string pathOfOpen(int descriptor, const std::string& folder, const std::string& name)
{
    std::array<char, PATH_MAX> path{};
    if (::fcntl(descriptor, F_GETPATH, path.data()) == 0) {
        return path.data();
    }
    return pathText(std::filesystem::path(folder) / name);
}

void fillRandom(unsigned char* bytes, std::size_t count)
{
    ::arc4random_buf(bytes, count);
}

} // namespace cairn::platform
