#include "core/base/files/byte_source.h"

#include "core/base/files/kept_pipe.h"
#include "core/base/files/write_place.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace cairn {

namespace {

Descriptor linkItself(const Descriptor& folder, const std::string& name)
{
    return Descriptor(::openat(folder.number(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether what was opened is no link, or one of the user, or one of whoever owns what it leads to.
bool mayFollow(const Descriptor& link, int opened)
{
    struct stat named{};
    struct stat reached{};
    const bool isKnown = link.isOpen() && ::fstat(link.number(), &named) == 0 && ::fstat(opened, &reached) == 0;
    const bool isSame = named.st_dev == reached.st_dev && named.st_ino == reached.st_ino;
    return isKnown && (isSame || named.st_uid == ::geteuid() || named.st_uid == reached.st_uid);
}

std::unexpected<Error> linkOfOthers(const std::string& path)
{
    return fail(
        error(ErrorCode::FileNotReadable, message("it is a link that somebody else made to a file that is not theirs"))
            .in(path)
            .because(message("It may lead to any file of yours"))
            .fix(message("Copy the file that you mean to the place of the link, if you trust it")));
}

} // namespace

Result<void> ByteSource::readAt(std::uint64_t offset, std::span<std::byte> into) const
{
    const std::uint64_t size = sizeBytes();
    if (offset > size || into.size() > size - offset) {
        return fail(error(ErrorCode::Truncated, message("needs %1 bytes, but the data ends at byte %2",
                                                        std::to_string(into.size()), std::to_string(size)))
                        .at(offset));
    }
    return into.empty() ? Result<void>{} : doRead(offset, into);
}

Result<Bytes> ByteSource::readBytes(std::uint64_t offset, std::uint64_t count) const
{
    const std::uint64_t size = sizeBytes();
    if (offset > size || count > size - offset) {
        return fail(error(ErrorCode::Truncated, message("needs %1 bytes, but the data ends at byte %2",
                                                        std::to_string(count), std::to_string(size)))
                        .at(offset));
    }
    Bytes bytes(count);
    CAIRN_TRY(readAt(offset, bytes));
    return bytes;
}

// --- FileSource ---------------------------------------------------------------------------------

FileSource::FileSource(std::string path, int descriptor, std::uint64_t sizeBytes)
    : m_path(std::move(path)), m_descriptor(descriptor), m_sizeBytes(sizeBytes)
{
}

FileSource::~FileSource()
{
    ::close(m_descriptor);
}

Result<std::shared_ptr<const FileSource>> FileSource::open(const std::string& path)
{
    if (path.empty()) {
        return fail(error(ErrorCode::FileNotFound, message("the name of the file is empty"))
                        .fix(message("Look at the variable or the quotes that it comes from")));
    }
    return openAt(AT_FDCWD, path, path);
}

Result<std::shared_ptr<const FileSource>> FileSource::openAt(int folder, const std::string& name,
                                                             const std::string& path)
{
    // O_NONBLOCK: opening a FIFO must not wait for a writer; it is refused just below.
    int descriptor = ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const int reason = errno;
        const ErrorCode code =
            reason == ENOENT || reason == ENOTDIR ? ErrorCode::FileNotFound : ErrorCode::FileNotReadable;
        const Phrase advice = code == ErrorCode::FileNotFound
                                  ? phrase("Look at the name; the file may have been moved or renamed")
                              : reason == EACCES || reason == EPERM
                                  ? phrase("Get the right to read the file and its folders from whoever owns them")
                                  : Phrase{};
        if (code == ErrorCode::FileNotFound && path.contains("://")) {
            return fail(
                error(ErrorCode::Unsupported, message("this needs a file that is here"))
                    .in(path)
                    .fix(message(
                        "Download it first; inspect, get, stats, diff, check, verify and convert to safetensors "
                        "read it from there")));
        }
        return fail(error(code, message("cannot open the file: %1", systemReason(reason))).in(path).fix(advice));
    }
    struct stat status{};
    bool isKnown = ::fstat(descriptor, &status) == 0;
    if (const int kept = isKnown && S_ISFIFO(status.st_mode) ? openKeptPipe(path) : -1; kept >= 0) {
        ::close(std::exchange(descriptor, kept));
        isKnown = ::fstat(descriptor, &status) == 0;
    }
    if (!isKnown) {
        const int reason = errno;
        ::close(descriptor);
        return fail(
            error(ErrorCode::ReadFailed, message("cannot examine the file: %1", systemReason(reason))).in(path));
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        const bool isFolder = S_ISDIR(status.st_mode);
        return fail(error(ErrorCode::NotARegularFile,
                          isFolder ? message("this is a folder") : message("this is not a regular file"))
                        .in(path)
                        .fix(isFolder
                                 ? message("Name a file")
                                 : message("Name an ordinary file; what comes through a pipe must be saved first")));
    }
    return std::shared_ptr<const FileSource>(
        new FileSource(path, descriptor, static_cast<std::uint64_t>(status.st_size)));
}

Result<std::shared_ptr<const FileSource>> FileSource::openNamed(const std::string& folder, const std::string& name)
{
    const std::string path = folder == "." ? name : folder + (folder.ends_with('/') ? "" : "/") + name;
    Descriptor place(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    std::size_t begin = 0;
    for (std::size_t slash = 0; place.isOpen() && (slash = name.find('/', begin)) != std::string::npos;
         begin = slash + 1) {
        const std::string part = name.substr(begin, slash - begin);
        // Held while what it leads to is opened, so that the owners are those of one link and of that.
        const Descriptor link = linkItself(place, part);
        Descriptor next(::openat(place.number(), part.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (next.isOpen() && !mayFollow(link, next.number())) {
            return linkOfOthers(path);
        }
        place = std::move(next);
    }
    if (!place.isOpen()) {
        return open(path); // which says why
    }
    const std::string last = name.substr(begin);
    const Descriptor link = linkItself(place, last);
    CAIRN_ASSIGN(file, openAt(place.number(), last, path));
    if (!mayFollow(link, file->m_descriptor)) {
        return linkOfOthers(path);
    }
    return file;
}

Result<void> FileSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count =
            ::pread(m_descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail(
                error(ErrorCode::ReadFailed, message("reading failed: %1", systemReason(errno))).at(offset + done));
        }
        if (count == 0) {
            return fail(error(ErrorCode::FileChanged, message("the file became shorter while it was being read"))
                            .at(offset + done)
                            .fix(message("Wait until whatever writes it is done, then open it again")));
        }
        done += static_cast<std::size_t>(count);
    }
    return {};
}

// --- MemorySource, SliceSource ------------------------------------------------------------------

MemorySource::MemorySource(std::string_view text) : m_bytes(text.size())
{
    if (!text.empty()) { // an empty one may have no address
        std::memcpy(m_bytes.data(), text.data(), text.size());
    }
}

Result<void> MemorySource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    std::memcpy(into.data(), m_bytes.data() + offset, into.size());
    return {};
}

SliceSource::SliceSource(SourcePtr parent, std::uint64_t offset, std::uint64_t sizeBytes)
    : m_parent(std::move(parent)), m_offset(offset), m_sizeBytes(sizeBytes)
{
}

Result<SourcePtr> SliceSource::make(SourcePtr parent, std::uint64_t offset, std::uint64_t sizeBytes)
{
    if (offset > parent->sizeBytes() || sizeBytes > parent->sizeBytes() - offset) {
        return fail(error(ErrorCode::Truncated, message("a range of %1 bytes reaches past the end at byte %2",
                                                        std::to_string(sizeBytes), std::to_string(parent->sizeBytes())))
                        .at(offset));
    }
    return SourcePtr(new SliceSource(std::move(parent), offset, sizeBytes));
}

Result<void> SliceSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    return m_parent->readAt(m_offset + offset, into);
}

} // namespace cairn
