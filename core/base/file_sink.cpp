#include "core/base/file_sink.h"

#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryMiddle = ".cairn-";
constexpr std::string_view kTemporarySuffix = ".part";

/// Long names are cut: with what is added they must not be longer than a file system allows.
std::string temporaryName(const fs::path& target)
{
    constexpr std::size_t maxBytes = 200;
    return target.filename().string().substr(0, maxBytes);
}

/// The name of which a temporary file was made; nothing if it is none.
std::optional<std::string_view> targetOf(std::string_view temporary)
{
    const std::size_t middle = temporary.rfind(kTemporaryMiddle);
    if (!temporary.starts_with('.') || !temporary.ends_with(kTemporarySuffix) || middle == std::string_view::npos ||
        middle == 0) {
        return std::nullopt;
    }
    return temporary.substr(1, middle - 1);
}

void syncFolder(const fs::path& target)
{
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)::fsync(descriptor); // some file systems cannot sync folders; the data itself is safe
        ::close(descriptor);
    }
}

/// Gives the file its name, in one step where the file system can: a run that is killed between two would leave both
/// names. Without Replace it fails with EEXIST if the target appeared in the meantime.
bool takeName(const std::string& temporary, const std::string& target, FileSink::Existing existing)
{
    if (existing == FileSink::Existing::Replace) {
        return ::rename(temporary.c_str(), target.c_str()) == 0;
    }
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    if (::link(temporary.c_str(), target.c_str()) == 0) { // network file systems know no such rename
        ::unlink(temporary.c_str());
        return true;
    }
    if (errno == EEXIST || ::access(target.c_str(), F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(temporary.c_str(), target.c_str()) == 0; // some know no hard links either
}

/// The file that will be replaced or made: the end of a chain of links. A link into nothing leads to where the file
/// will be; one that leads to itself stays what it is.
fs::path resolved(const fs::path& path)
{
    constexpr int maxLinks = 40; // as many as Linux follows
    fs::path target = path;
    for (int i = 0; i < maxLinks; ++i) {
        std::error_code isNoLink;
        const fs::path next = fs::read_symlink(target, isNoLink);
        if (isNoLink) {
            return target;
        }
        target = target.parent_path() / next; // an absolute one replaces all
    }
    return path;
}

/// The umask of the process can only be read by changing it: two threads that did so at a time would lose it.
mode_t newFileMode()
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return 0666 & ~mask;
}

/// What the file will be allowed to, or why there can be none of that name.
Result<mode_t> modeFor(const std::string& path, const fs::path& target, FileSink::Existing existing)
{
    struct stat status{};
    if (::stat(target.c_str(), &status) != 0) {
        return errno != ELOOP
                   ? Result<mode_t>(newFileMode())
                   : fail(error(ErrorCode::NotARegularFile, "the target is a link that leads to itself").in(path));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(error(ErrorCode::NotARegularFile,
                          S_ISDIR(status.st_mode) ? "the target is a folder" : "the target is not a regular file")
                        .in(path)
                        .fix("Name a file to write"));
    }
    if (existing == FileSink::Existing::Refuse) {
        return fail(error(ErrorCode::TargetExists, "the target exists already")
                        .in(path)
                        .fix("Choose another name, or replace it with --force"));
    }
    return status.st_mode & 0777;
}

std::unexpected<Error> cannotWriteIn(const std::string& folder, int reason)
{
    return fail(error(ErrorCode::WriteFailed, std::string("cannot write in this folder: ") + std::strerror(reason))
                    .in(folder)
                    .fix("Choose a folder that exists and that you may write to"));
}

} // namespace

FileSink::FileSink(std::string target, std::string temporary, int descriptor, Existing existing)
    : m_target(std::move(target)), m_temporary(std::move(temporary)), m_descriptor(descriptor), m_existing(existing)
{
}

FileSink::~FileSink()
{
    if (!m_committed) {
        ::unlink(m_temporary.c_str());
    }
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<void> FileSink::check(const std::string& path, Existing existing)
{
    const fs::path target = resolved(path);
    CAIRN_TRY(modeFor(path, target, existing));
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? Result<void>() : cannotWriteIn(folder.string(), errno);
}

Result<std::unique_ptr<FileSink>> FileSink::create(const std::string& path, Existing existing)
{
    const fs::path target = resolved(path);
    CAIRN_ASSIGN(mode, modeFor(path, target, existing));
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const std::string name = temporaryName(target);
    removeLeftovers(folder.string(), [&](std::string_view left) { return left == name; });
    std::string temporary;
    int descriptor = -1;
    struct stat status{};
    do {
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        temporary =
            (folder / ("." + name + std::string(kTemporaryMiddle) + "XXXXXX" + std::string(kTemporarySuffix))).string();
        descriptor = ::mkostemps(temporary.data(), static_cast<int>(kTemporarySuffix.size()), O_CLOEXEC);
        if (descriptor < 0) {
            return cannotWriteIn(folder.string(), errno);
        }
        (void)::flock(descriptor, LOCK_EX); // marks it as in use; see removeLeftovers
        // Another run that was cleaning up may have been quicker.
    } while (::fstat(descriptor, &status) == 0 && status.st_nlink == 0);
    (void)::fchmod(descriptor, mode);
    return std::unique_ptr<FileSink>(new FileSink(target.string(), std::move(temporary), descriptor, existing));
}

/// A file that another run is still writing is locked by it, and stays.
void FileSink::removeLeftovers(const std::string& folder, const std::function<bool(std::string_view target)>& isWanted)
{
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        const auto target = targetOf(name);
        if (!target || !isWanted(*target)) {
            continue;
        }
        const int descriptor = ::open(entry.path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (descriptor < 0) {
            continue;
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
            fs::remove(entry.path(), ignored);
        }
        ::close(descriptor);
    }
}

std::unexpected<Error> FileSink::writeFailed(int reason) const
{
    const bool full = reason == ENOSPC || reason == EDQUOT;
    return fail(
        error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
              full ? "the disk is full after " + humanBytes(m_position)
                   : std::string("writing failed: ") + std::strerror(reason))
            .in(m_target)
            .fix(full ? "Free some space or choose another disk; nothing was left behind" : "Nothing was left behind"));
}

/// The disk begins to write while more is read, so that the sync at the end does not have to do it all.
void FileSink::advance(std::uint64_t written)
{
    constexpr std::uint64_t step = std::uint64_t{8} << 20;
    m_position += written;
    if (m_position - m_begun >= step) {
        (void)::sync_file_range(m_descriptor, static_cast<off_t>(m_begun), static_cast<off_t>(m_position - m_begun),
                                SYNC_FILE_RANGE_WRITE);
        m_begun = m_position;
    }
}

Result<void> FileSink::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return writeFailed(errno);
        }
        advance(static_cast<std::uint64_t>(count));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> FileSink::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Result<void> FileSink::copyFrom(const FileSource& file, std::uint64_t offset, std::uint64_t bytes)
{
    while (bytes > 0) {
        auto from = static_cast<off_t>(offset);
        std::uint64_t step = std::uint64_t{256} << 20;
        if (offset % kBlockBytes != 0 && offset % kBlockBytes == m_position % kBlockBytes) {
            step = kBlockBytes - offset % kBlockBytes; // from there on whole blocks can be shared
        }
        const ssize_t count = ::copy_file_range(file.descriptor(), &from, m_descriptor, nullptr,
                                                static_cast<std::size_t>(std::min(bytes, step)), 0);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && (errno == ENOSPC || errno == EDQUOT)) {
            return writeFailed(errno);
        }
        if (count <= 0) { // not possible between these files, or the source became shorter: reading tells which
            return copyThroughMemory(file, offset, bytes);
        }
        offset += static_cast<std::uint64_t>(count);
        bytes -= static_cast<std::uint64_t>(count);
        m_position += static_cast<std::uint64_t>(count);
        m_begun = m_position; // here the kernel knows better when to begin: measured, an early start only slows it
    }
    return {};
}

Result<void> FileSink::copyThroughMemory(const FileSource& file, std::uint64_t offset, std::uint64_t bytes)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    Bytes block(static_cast<std::size_t>(std::min(bytes, step)));
    while (bytes > 0) {
        const auto part =
            std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, block.size())));
        CAIRN_TRY(file.readAt(offset, part));
        CAIRN_TRY(write(part));
        offset += part.size();
        bytes -= part.size();
    }
    return {};
}

Result<void> FileSink::sync()
{
    return ::fsync(m_descriptor) == 0 ? Result<void>{} : writeFailed(errno);
}

Result<void> FileSink::commit()
{
    CAIRN_TRY(sync());
    if (!takeName(m_temporary, m_target, m_existing)) {
        return errno != EEXIST ? writeFailed(errno)
                               : fail(error(ErrorCode::TargetExists, "the target appeared while it was being written")
                                          .in(m_target)
                                          .fix("Choose another name, or replace it with --force"));
    }
    m_committed = true;
    syncFolder(m_target);
    return {};
}

} // namespace cairn
