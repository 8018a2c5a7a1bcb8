#include "core/base/files/byte_source.h"

#include "core/base/files/kept_pipe.h"
#include "core/base/platform/file.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace cairn {

namespace {

/// Whether what was opened is no link, or one of the user, or one of whoever owns what it leads to.
bool mayFollow(const Descriptor& link, int opened)
{
    const auto named = link.isOpen() ? platform::statusOf(link.number()) : std::nullopt;
    const auto reached = platform::statusOf(opened);
    return named && reached &&
           (named->isSameFile(*reached) || named->owner == platform::ownUser() || named->owner == reached->owner);
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
    : m_path(std::move(path)), m_descriptor(descriptor), m_sizeBytes(sizeBytes), m_opened(FileStamp::of(descriptor))
{
}

FileSource::~FileSource()
{
    const Descriptor closed(m_descriptor);
}

Result<std::shared_ptr<const FileSource>> FileSource::open(const std::string& path)
{
    if (path.empty()) {
        return fail(error(ErrorCode::FileNotFound, message("the name of the file is empty"))
                        .fix(message("Look at the variable or the quotes that it comes from")));
    }
    return openFrom(platform::open(path, platform::Open::Read), path);
}

Result<std::shared_ptr<const FileSource>> FileSource::openFrom(Descriptor opened, const std::string& path)
{
    if (!opened.isOpen()) {
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
                    .fix(message("Download it first; inspect, get, stats, diff, check, verify and convert read it from "
                                 "there")));
        }
        return fail(error(code, message("cannot open the file: %1", systemReason(reason))).in(path).fix(advice));
    }
    auto status = platform::statusOf(opened.number());
    if (status && status->kind == platform::FileKind::Pipe) {
        if (Descriptor kept = openKeptPipe(path); kept.isOpen()) {
            opened = std::move(kept);
            status = platform::statusOf(opened.number());
        }
    }
    if (!status) {
        const int reason = errno;
        return fail(
            error(ErrorCode::ReadFailed, message("cannot examine the file: %1", systemReason(reason))).in(path));
    }
    if (status->kind != platform::FileKind::Regular) {
        const bool isFolder = status->kind == platform::FileKind::Folder;
        return fail(error(ErrorCode::NotARegularFile,
                          isFolder ? message("this is a folder") : message("this is not a regular file"))
                        .in(path)
                        .fix(isFolder
                                 ? message("Name a file")
                                 : message("Name an ordinary file; what comes through a pipe must be saved first")));
    }
    return std::shared_ptr<const FileSource>(new FileSource(path, opened.release(), status->sizeBytes));
}

Result<std::shared_ptr<const FileSource>> FileSource::openNamed(const std::string& folder, const std::string& name)
{
    const std::string path = folder == "." ? name : folder + (folder.ends_with('/') ? "" : "/") + name;
    Descriptor place = platform::open(folder, platform::Open::Folder);
    std::size_t begin = 0;
    for (std::size_t slash = 0; place.isOpen() && (slash = name.find('/', begin)) != std::string::npos;
         begin = slash + 1) {
        const std::string part = name.substr(begin, slash - begin);
        // Held while what it leads to is opened, so that the owners are those of one link and of that.
        const Descriptor link = platform::openIn(place, part, platform::Open::Itself);
        Descriptor next = platform::openIn(place, part, platform::Open::Folder);
        if (next.isOpen() && !mayFollow(link, next.number())) {
            return linkOfOthers(path);
        }
        place = std::move(next);
    }
    if (!place.isOpen()) {
        return open(path); // which says why
    }
    const std::string last = name.substr(begin);
    const Descriptor link = platform::openIn(place, last, platform::Open::Itself);
    CAIRN_ASSIGN(file, openFrom(platform::openIn(place, last, platform::Open::Read), path));
    if (!mayFollow(link, file->m_descriptor)) {
        return linkOfOthers(path);
    }
    return file;
}

Result<void> FileSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const std::ptrdiff_t count =
            platform::readAt(m_descriptor, into.data() + done, into.size() - done, offset + done);
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
