#include "core/base/files/file_patch.h"

#include "core/base/files/write_place.h"
#include "core/base/text/text.h"

#include <cerrno>

namespace cairn {

namespace {

constexpr Phrase kCopyInstead = phrase("Write a copy with -o instead");

} // namespace

Result<std::unique_ptr<FilePatch>> FilePatch::open(const std::string& path, const FileStamp& stamp, HardLinks links)
{
    CAIRN_ASSIGN(place, findWritePlace(path));
    Descriptor file = platform::openIn(place.folder, place.name, platform::Open::Change);
    if (!file.isOpen()) {
        return fail(error(ErrorCode::WriteFailed, message("cannot open the file for writing: %1", systemReason(errno)))
                        .in(path)
                        .fix(kCopyInstead));
    }
    std::unique_ptr<FilePatch> patch(new FilePatch(path, std::move(file)));
    CAIRN_TRY(patch->check(stamp, links));
    return patch;
}

Result<void> FilePatch::check(const FileStamp& stamp, HardLinks links) const
{
    if (!platform::lock(m_file.number(), platform::Lock::OrLeave) && platform::isLockedByOther()) {
        return fail(error(ErrorCode::WriteFailed, message("another program has locked the file"))
                        .in(m_path)
                        .fix(message("Wait until it is done, then try again")));
    }
    const auto now = platform::statusOf(m_file.number());
    if (!now) {
        return failed("examining the file");
    }
    if (FileStamp::of(m_file.number()) != stamp) {
        return fail(error(ErrorCode::FileChanged, message("the file changed while it was being read"))
                        .in(m_path)
                        .fix(message("Wait until whatever writes it is done, then try again")));
    }
    constexpr platform::FileMode anyWrite = 0222;
    if ((now->mode & anyWrite) == 0) {
        return fail(error(ErrorCode::WriteFailed, message("the file is write-protected"))
                        .in(m_path)
                        .fix(message("Allow writing with `chmod u+w`, or write a copy with -o")));
    }
    if (now->names > 1 && links == HardLinks::Refuse) {
        return fail(error(ErrorCode::WriteFailed, message("the file has %1 (hard links), and all of them would change",
                                                          countOf(now->names, "name")))
                        .in(m_path)
                        .fix(message("Write a copy with -o, or agree with --force")));
    }
    return {};
}

std::unexpected<Error> FilePatch::failed(std::string_view what) const
{
    const int reason = errno;
    const bool full = platform::isDiskFull(reason);
    return fail(error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                      full ? message("the disk is full")
                           : message("%1 failed: %2", what,
                                     platform::isTooLarge(reason) ? kFileTooLarge : systemReason(reason)))
                    .in(m_path));
}

Result<void> FilePatch::write(std::uint64_t offset, std::string_view bytes)
{
    return platform::writeWholeAt(m_file.number(), bytes.data(), bytes.size(), offset) ? Result<void>{}
                                                                                       : failed("writing");
}

Result<void> FilePatch::sync()
{
    return platform::syncData(m_file.number()) ? Result<void>{} : failed("syncing");
}

Result<void> FilePatch::cut(std::uint64_t size)
{
    return platform::cut(m_file.number(), size) ? Result<void>{} : failed("cutting the file");
}

} // namespace cairn
