#include "core/base/files/file_patch.h"

#include "core/base/files/write_place.h"
#include "core/base/text/text.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn {

namespace {

constexpr Phrase kCopyInstead = phrase("Write a copy with -o instead");

} // namespace

FilePatch::~FilePatch()
{
    ::close(m_descriptor);
}

Result<std::unique_ptr<FilePatch>> FilePatch::open(const std::string& path, const FileStamp& stamp, HardLinks links)
{
    CAIRN_ASSIGN(place, findWritePlace(path));
    const int descriptor =
        ::openat(place.folder.number(), place.name.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) {
        return fail(error(ErrorCode::WriteFailed, message("cannot open the file for writing: %1", systemReason(errno)))
                        .in(path)
                        .fix(kCopyInstead));
    }
    std::unique_ptr<FilePatch> patch(new FilePatch(path, descriptor));
    CAIRN_TRY(patch->check(stamp, links));
    return patch;
}

Result<void> FilePatch::check(const FileStamp& stamp, HardLinks links) const
{
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return fail(error(ErrorCode::WriteFailed, message("another program has locked the file"))
                        .in(m_path)
                        .fix(message("Wait until it is done, then try again")));
    }
    struct stat now{};
    if (::fstat(m_descriptor, &now) != 0) {
        return failed("examining the file");
    }
    if (FileStamp::of(m_descriptor) != stamp) {
        return fail(error(ErrorCode::FileChanged, message("the file changed while it was being read"))
                        .in(m_path)
                        .fix(message("Wait until whatever writes it is done, then try again")));
    }
    constexpr mode_t anyWrite = 0222;
    if ((now.st_mode & anyWrite) == 0) {
        return fail(error(ErrorCode::WriteFailed, message("the file is write-protected"))
                        .in(m_path)
                        .fix(message("Allow writing with `chmod u+w`, or write a copy with -o")));
    }
    if (now.st_nlink > 1 && links == HardLinks::Refuse) {
        return fail(error(ErrorCode::WriteFailed, message("the file has %1 (hard links), and all of them would change",
                                                          countOf(now.st_nlink, "name")))
                        .in(m_path)
                        .fix(message("Write a copy with -o, or agree with --force")));
    }
    return {};
}

std::unexpected<Error> FilePatch::failed(std::string_view what) const
{
    const bool full = errno == ENOSPC || errno == EDQUOT;
    return fail(error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                      full ? message("the disk is full")
                           : message("%1 failed: %2", what, errno == EFBIG ? kFileTooLarge : systemReason(errno)))
                    .in(m_path));
}

Result<void> FilePatch::write(std::uint64_t offset, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return failed("writing");
        }
        offset += static_cast<std::uint64_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> FilePatch::sync()
{
    return ::fdatasync(m_descriptor) == 0 ? Result<void>{} : failed("syncing");
}

Result<void> FilePatch::cut(std::uint64_t size)
{
    return ::ftruncate(m_descriptor, static_cast<off_t>(size)) == 0 ? Result<void>{} : failed("cutting the file");
}

} // namespace cairn
