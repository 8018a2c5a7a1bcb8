#include "core/base/platform/file.h"

#include "core/base/platform/path_text.h"
#include "core/base/platform/posix/unix_files.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <mutex>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn {

Descriptor::~Descriptor()
{
    if (m_number >= 0) {
        ::close(m_number);
    }
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other) {
        if (m_number >= 0) {
            ::close(m_number);
        }
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

} // namespace cairn

namespace cairn::platform {

namespace {

FileKind kindOf(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return FileKind::Regular;
    case S_IFDIR: return FileKind::Folder;
    case S_IFLNK: return FileKind::Link;
    case S_IFIFO: return FileKind::Pipe;
    case S_IFSOCK: return FileKind::Socket;
    case S_IFCHR: return FileKind::Device;
    default: return FileKind::Other;
    }
}

std::optional<FileStatus> known(int failure, const struct stat& status)
{
    if (failure != 0) {
        return std::nullopt;
    }
    const timespec modified = modifiedTime(status);
    return FileStatus{.kind = kindOf(status.st_mode),
                      .mode = status.st_mode & kAnyMode,
                      .owner = status.st_uid,
                      .device = static_cast<std::uint64_t>(status.st_dev),
                      .number = status.st_ino,
                      .names = status.st_nlink,
                      .sizeBytes = static_cast<std::uint64_t>(status.st_size),
                      .modifiedSeconds = modified.tv_sec,
                      .modifiedNanoseconds = modified.tv_nsec};
}

int flagsOf(Open how)
{
    switch (how) {
    case Open::Read: return O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    case Open::ReadStream: return O_RDONLY | O_CLOEXEC;
    case Open::Change: return O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
    case Open::MakeNew: return O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    case Open::Folder: return kFolderFlags;
    case Open::OwnFolder: return kFolderFlags | O_NOFOLLOW;
    case Open::LockFolder: return O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    case Open::Itself: return kItselfFlags;
    }
    return O_RDONLY;
}

Descriptor openFrom(int folder, const std::string& name, Open how)
{
    constexpr mode_t forUser = 0600;
    return Descriptor(::openat(folder, name.c_str(), flagsOf(how), forUser));
}

} // namespace

std::optional<FileStatus> statusOf(int descriptor)
{
    struct stat status{};
    return known(::fstat(descriptor, &status), status);
}

std::optional<FileStatus> statusOf(const std::string& path, Links links)
{
    struct stat status{};
    return known(links == Links::Follow ? ::stat(path.c_str(), &status) : ::lstat(path.c_str(), &status), status);
}

std::optional<FileStatus> statusIn(const Descriptor& folder, const std::string& name)
{
    struct stat status{};
    return known(::fstatat(folder.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW), status);
}

std::uint32_t ownUser()
{
    return ::geteuid();
}

std::string pathText(const std::filesystem::path& path)
{
    return path.string();
}

Descriptor open(const std::string& path, Open how)
{
    return openFrom(AT_FDCWD, path, how);
}

Descriptor openIn(const Descriptor& folder, const std::string& name, Open how)
{
    return openFrom(folder.number(), name, how);
}

Descriptor makeNameless(const std::string& folder)
{
    Descriptor file = openNameless(folder);
    if (!file.isOpen()) { // not every file system can
        std::string path = folder + "/cairn-XXXXXX";
        file = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
        if (file.isOpen()) {
            ::unlink(path.c_str());
        }
    }
    return file;
}

std::string usualTemporaryPlace()
{
    return "/var/tmp";
}

std::string makeTemporaryFolder(const std::string& place)
{
    std::string path = place + "/cairn-XXXXXX";
    return ::mkdtemp(path.data()) == nullptr ? std::string() : path;
}

Descriptor duplicate(int descriptor)
{
    return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

bool replaceDescriptor(int descriptor, int by)
{
    return ::dup2(by, descriptor) >= 0;
}

std::ptrdiff_t readAt(int descriptor, void* into, std::size_t bytes, std::uint64_t offset)
{
    return untilDone([&] { return ::pread(descriptor, into, bytes, static_cast<off_t>(offset)); });
}

std::ptrdiff_t writeAt(int descriptor, const void* from, std::size_t bytes, std::uint64_t offset)
{
    return untilDone([&] { return ::pwrite(descriptor, from, bytes, static_cast<off_t>(offset)); });
}

std::ptrdiff_t read(int descriptor, void* into, std::size_t bytes)
{
    return untilDone([&] { return ::read(descriptor, into, bytes); });
}

std::ptrdiff_t write(int descriptor, const void* from, std::size_t bytes)
{
    return ::write(descriptor, from, bytes);
}

bool waitForInput(int descriptor, std::chrono::milliseconds patience)
{
    pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&waited, 1, static_cast<int>(patience.count())) > 0;
}

void syncFolder(const std::string& path)
{
    const Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        (void)::fsync(opened.number());
    }
}

void syncFolder(const Descriptor& folder)
{
    const Descriptor opened(::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        (void)::fsync(opened.number());
    }
}

bool cut(int descriptor, std::uint64_t size)
{
    return ::ftruncate(descriptor, static_cast<off_t>(size)) == 0;
}

bool lock(int descriptor, Lock how)
{
    return ::flock(descriptor, how == Lock::Wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0;
}

bool isLockedByOther()
{
    return errno == EWOULDBLOCK;
}

void setMode(int descriptor, FileMode mode)
{
    (void)::fchmod(descriptor, static_cast<mode_t>(mode));
}

/// The umask of the process can only be read by changing it: two threads that did so at a time would lose it.
FileMode maskOfNewFiles()
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return mask;
}

bool mayWriteIn(const Descriptor& folder)
{
    return ::faccessat(folder.number(), ".", W_OK | X_OK, AT_EACCESS) == 0;
}

bool mayWriteIn(const std::string& folder)
{
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

void forEachName(const Descriptor& folder, const std::function<void(const std::string& name)>& use)
{
    const int opened = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(opened < 0 ? nullptr : ::fdopendir(opened), ::closedir);
    for (const dirent* entry = nullptr; entries && (entry = ::readdir(entries.get())) != nullptr;) {
        use(entry->d_name);
    }
}

bool removeIn(const Descriptor& folder, const std::string& name)
{
    return ::unlinkat(folder.number(), name.c_str(), 0) == 0;
}

bool makeFolderIn(const Descriptor& folder, const std::string& name)
{
    return ::mkdirat(folder.number(), name.c_str(), kAnyMode) == 0;
}

bool removeFolderIn(const Descriptor& folder, const std::string& name)
{
    return ::unlinkat(folder.number(), name.c_str(), AT_REMOVEDIR) == 0;
}

bool renameFolderIn(const Descriptor& folder, const std::string& from, const std::string& to)
{
    const int in = folder.number();
    if (renameToFree(in, from, to)) {
        return true;
    }
    if (errno == EEXIST || statusIn(folder, to)) {
        errno = EEXIST;
        return false;
    }
    return ::renameat(in, from.c_str(), in, to.c_str()) == 0; // network file systems know no such rename
}

/// A run that is killed between two steps would leave both names.
bool renameIn(const Descriptor& folder, const Descriptor& /*file*/, const std::string& from, const std::string& to,
              bool replaces)
{
    const int in = folder.number();
    if (replaces) {
        return ::renameat(in, from.c_str(), in, to.c_str()) == 0;
    }
    if (renameToFree(in, from, to)) {
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    if (::linkat(in, from.c_str(), in, to.c_str(), 0) == 0) { // network file systems know no such rename
        ::unlinkat(in, from.c_str(), 0);
        return true;
    }
    if (errno == EEXIST || statusIn(folder, to)) {
        errno = EEXIST;
        return false;
    }
    return ::renameat(in, from.c_str(), in, to.c_str()) == 0; // some know no hard links either
}

bool rename(const std::string& from, const std::string& to)
{
    return ::rename(from.c_str(), to.c_str()) == 0;
}

bool remove(const std::string& path)
{
    return ::unlink(path.c_str()) == 0;
}

bool isDiskFull(int reason)
{
    return reason == ENOSPC || reason == EDQUOT;
}

bool isTooLarge(int reason)
{
    return reason == EFBIG;
}

} // namespace cairn::platform
