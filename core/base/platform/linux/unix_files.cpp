#include "core/base/platform/posix/unix_files.h"
#include "core/base/platform/path_text.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <linux/fs.h>
#include <random>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

namespace cairn::platform {

const int kFolderFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
const int kItselfFlags = O_PATH | O_NOFOLLOW | O_CLOEXEC;

timespec modifiedTime(const struct stat& status)
{
    return status.st_mtim;
}

Descriptor openNameless(const std::string& folder)
{
    return Descriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

bool renameToFree(int folder, const std::string& from, const std::string& to)
{
    return ::renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0;
}

std::string readLink(int link)
{
    std::array<char, PATH_MAX> text{};
    const ssize_t count = ::readlinkat(link, "", text.data(), text.size());
    return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : std::string();
}

std::ptrdiff_t copyRange(int from, std::uint64_t offset, int to, std::size_t bytes)
{
    auto begin = static_cast<off_t>(offset);
    return untilDone([&] { return ::copy_file_range(from, &begin, to, nullptr, bytes, 0); });
}

bool sharesBlocks(int file, const std::string& folder, std::uint32_t blockBytes)
{
    const Descriptor trial = openNameless(folder);
    if (!trial.isOpen()) {
        return false;
    }
    file_clone_range block{};
    block.src_fd = file;
    block.src_length = blockBytes;
    return ::ioctl(trial.number(), FICLONERANGE, &block) == 0;
}

void beginWriting(int descriptor, std::uint64_t offset, std::uint64_t bytes)
{
    (void)::sync_file_range(descriptor, static_cast<off_t>(offset), static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE);
}

bool sync(int descriptor)
{
    return ::fsync(descriptor) == 0;
}

bool syncData(int descriptor)
{
    return ::fdatasync(descriptor) == 0;
}

std::string pathOfOpen(int descriptor, const std::string& folder, const std::string& name)
{
    std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    if (::access(path.c_str(), R_OK) == 0) {
        return path;
    }
    return pathText(std::filesystem::path(folder) / name); // a system without /proc
}

void fillRandom(unsigned char* bytes, std::size_t count)
{
    if (::getrandom(bytes, count, 0) < 0) {
        std::random_device random;
        std::generate_n(bytes, count, [&] { return static_cast<unsigned char>(random()); });
    }
}

} // namespace cairn::platform
