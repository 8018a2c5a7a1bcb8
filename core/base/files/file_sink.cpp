#include "core/base/files/file_sink.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryMiddle = ".cairn-";
constexpr std::string_view kTemporarySuffix = ".part";
constexpr Phrase kOtherName = phrase("Choose another name, or replace it with --force");

/// Long names are cut: with what is added they must not be longer than a file system allows.
std::string cutName(const std::string& target)
{
    constexpr std::size_t maxBytes = 200;
    return target.substr(0, maxBytes);
}

/// Nobody can guess it and be there first.
std::string randomLetters()
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz012345";
    std::array<unsigned char, 12> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) < 0) {
        std::random_device random;
        std::ranges::generate(bytes, [&] { return static_cast<unsigned char>(random()); });
    }
    std::string text;
    text.reserve(bytes.size());
    for (const unsigned char byte : bytes) {
        text += letters[byte % letters.size()];
    }
    return text;
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

void syncFolder(const Descriptor& folder)
{
    const Descriptor opened(::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        (void)::fsync(opened.number()); // some file systems cannot sync folders; the data itself is safe
    }
}

/// The umask of the process can only be read by changing it: two threads that did so at a time would lose it.
mode_t umaskOfProcess()
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return mask;
}

/// Who may do what with the file, which nobody runs as somebody else.
mode_t modeFor(const WritePlace& place, std::optional<mode_t> mostMode)
{
    constexpr mode_t anything = 0777;
    if (place.isThere()) {
        return place.status.st_mode & anything & mostMode.value_or(anything);
    }
    return mostMode.value_or(0666) & anything & ~umaskOfProcess();
}

/// Where the file will be, or why there can be none of that name.
Result<WritePlace> placeFor(const std::string& path, FileSink::Existing existing)
{
    struct stat status{};
    const bool isLink = ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    if (existing == FileSink::Existing::Refuse && isLink) {
        return fail(error(ErrorCode::TargetExists, message("the target exists already")).in(path).fix(kOtherName));
    }
    CAIRN_ASSIGN(place, findWritePlace(path));
    if (place.isThere() && !S_ISREG(place.status.st_mode)) {
        return fail(error(ErrorCode::NotARegularFile, S_ISDIR(place.status.st_mode)
                                                          ? message("the target is a folder")
                                                          : message("the target is not a regular file"))
                        .in(path)
                        .fix(message("Name a file to write")));
    }
    if (existing == FileSink::Existing::Refuse && (place.isThere() || place.isLinked)) {
        return fail(error(ErrorCode::TargetExists, message("the target exists already")).in(path).fix(kOtherName));
    }
    return std::move(place);
}

std::string folderOf(const std::string& path)
{
    const fs::path folder = fs::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

std::unexpected<Error> cannotWriteIn(const std::string& folder, int reason)
{
    return fail(error(ErrorCode::WriteFailed, message("cannot write in this folder: %1", systemReason(reason)))
                    .in(folder)
                    .fix(message("Choose a folder that exists and that you may write to")));
}

/// Only files of the user's own: what others call so is theirs.
void removeLeftoversIn(const Descriptor& folder, const std::function<bool(std::string_view target)>& isWanted)
{
    const int opened = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(opened < 0 ? nullptr : ::fdopendir(opened), ::closedir);
    for (const dirent* entry = nullptr; entries && (entry = ::readdir(entries.get())) != nullptr;) {
        const auto target = targetOf(entry->d_name);
        if (!target || !isWanted(*target)) {
            continue;
        }
        const Descriptor left(::openat(folder.number(), entry->d_name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat status{};
        if (left.isOpen() && ::fstat(left.number(), &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_uid == ::geteuid() && ::flock(left.number(), LOCK_EX | LOCK_NB) == 0) {
            ::unlinkat(folder.number(), entry->d_name, 0);
        }
    }
}

} // namespace

FileSink::FileSink(std::string target, WritePlace place, Existing existing)
    : m_target(std::move(target)), m_place(std::move(place)), m_existing(existing)
{
}

FileSink::~FileSink()
{
    if (!m_temporary.empty() && isOurs(m_temporary)) {
        ::unlinkat(m_place.folder.number(), m_temporary.c_str(), 0);
    }
}

Result<void> FileSink::check(const std::string& path, Existing existing)
{
    CAIRN_ASSIGN(place, placeFor(path, existing));
    return ::faccessat(place.folder.number(), ".", W_OK | X_OK, AT_EACCESS) == 0 ? Result<void>()
                                                                                 : cannotWriteIn(folderOf(path), errno);
}

Result<std::unique_ptr<FileSink>> FileSink::create(const std::string& path, Existing existing,
                                                   std::optional<mode_t> mostMode)
{
    CAIRN_ASSIGN(place, placeFor(path, existing));
    const mode_t mode = modeFor(place, mostMode);
    const std::string name = cutName(place.name);
    removeLeftoversIn(place.folder, [&](std::string_view left) { return left == name; });
    std::unique_ptr<FileSink> sink(new FileSink(path, std::move(place), existing));
    CAIRN_TRY(sink->makeTemporary());
    (void)::fchmod(sink->m_file.number(), mode);
    return sink;
}

Result<void> FileSink::makeTemporary()
{
    constexpr int mostTries = 1000;
    const std::string begin = "." + cutName(m_place.name) + std::string(kTemporaryMiddle);
    int reason = EEXIST;
    for (int i = 0; i < mostTries; ++i) {
        std::string name = begin + randomLetters() + std::string(kTemporarySuffix);
        Descriptor file(
            ::openat(m_place.folder.number(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file.isOpen() && errno == EEXIST) {
            continue;
        }
        if (!file.isOpen()) {
            reason = errno;
            break;
        }
        (void)::flock(file.number(), LOCK_EX); // marks it as in use; see removeLeftovers
        m_file = std::move(file);
        if (isOurs(name)) { // another run that was cleaning up may have been quicker
            m_temporary = std::move(name);
            return {};
        }
    }
    return cannotWriteIn(folderOf(m_target), reason);
}

bool FileSink::isOurs(const std::string& name) const
{
    struct stat there{};
    struct stat ours{};
    return ::fstatat(m_place.folder.number(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           ::fstat(m_file.number(), &ours) == 0 && there.st_dev == ours.st_dev && there.st_ino == ours.st_ino;
}

std::string FileSink::temporaryPath() const
{
    std::string path = "/proc/self/fd/" + std::to_string(m_file.number());
    if (::access(path.c_str(), R_OK) == 0) {
        return path;
    }
    return (fs::path(folderOf(m_target)) / m_temporary).string(); // a system without /proc
}

/// A file that another run is still writing is locked by it, and stays.
void FileSink::removeLeftovers(const std::string& folder, const std::function<bool(std::string_view target)>& isWanted)
{
    if (const auto opened = openWriteFolder(folder)) {
        removeLeftoversIn(*opened, isWanted);
    }
}

std::unexpected<Error> FileSink::writeFailed(int reason) const
{
    const bool full = reason == ENOSPC || reason == EDQUOT;
    return fail(error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                      full ? message("the disk is full after %1", humanBytes(m_position))
                           : message("writing failed: %1", reason == EFBIG ? kFileTooLarge : systemReason(reason)))
                    .in(m_target)
                    .fix(full ? message("Free some space or choose another disk; nothing was left behind")
                              : message("Nothing was left behind")));
}

/// The disk begins to write while more is read, so that the sync at the end does not have to do it all.
void FileSink::advance(std::uint64_t written)
{
    constexpr std::uint64_t step = std::uint64_t{8} << 20;
    m_position += written;
    if (m_position - m_begun >= step) {
        (void)::sync_file_range(m_file.number(), static_cast<off_t>(m_begun), static_cast<off_t>(m_position - m_begun),
                                SYNC_FILE_RANGE_WRITE);
        m_begun = m_position;
    }
}

Result<void> FileSink::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_file.number(), bytes.data(), bytes.size());
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
        const ssize_t count = ::copy_file_range(file.descriptor(), &from, m_file.number(), nullptr,
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
    return ::fsync(m_file.number()) == 0 ? Result<void>{} : writeFailed(errno);
}

/// Gives the file its name, in one step where the file system can: a run that is killed between two would leave both
/// names. Without Replace it fails with EEXIST if the target appeared in the meantime.
bool FileSink::takeName() const
{
    const int folder = m_place.folder.number();
    const char* const from = m_temporary.c_str();
    const char* const to = m_place.name.c_str();
    if (m_existing != Existing::Refuse) {
        return ::renameat(folder, from, folder, to) == 0;
    }
    if (::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    if (::linkat(folder, from, folder, to, 0) == 0) { // network file systems know no such rename
        ::unlinkat(folder, from, 0);
        return true;
    }
    struct stat status{};
    if (errno == EEXIST || ::fstatat(folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::renameat(folder, from, folder, to) == 0; // some know no hard links either
}

std::unexpected<Error> FileSink::spoiled() const
{
    return fail(error(ErrorCode::FileChanged, message("somebody else took the file away while it was being written"))
                    .in(m_target)
                    .fix(message("Write to a folder that nobody else can write to")));
}

Result<void> FileSink::commit()
{
    CAIRN_TRY(sync());
    if (!isOurs(m_temporary)) {
        return spoiled();
    }
    if (!takeName()) {
        return errno != EEXIST
                   ? writeFailed(errno)
                   : fail(error(ErrorCode::TargetExists, message("the target appeared while it was being written"))
                              .in(m_target)
                              .fix(kOtherName));
    }
    m_temporary.clear();
    if (!isOurs(m_place.name)) {
        return spoiled();
    }
    syncFolder(m_place.folder);
    return {};
}

void FileSink::remove()
{
    if (m_temporary.empty() && isOurs(m_place.name)) {
        ::unlinkat(m_place.folder.number(), m_place.name.c_str(), 0);
    }
}

} // namespace cairn
