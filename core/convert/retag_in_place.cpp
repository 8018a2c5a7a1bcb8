#include "core/convert/retag_in_place.h"

#include "core/base/text.h"
#include "core/convert/retag_plan.h"
#include "core/formats/zip_archive.h"
#include "core/formats/zip_end.h"
#include "core/formats/zip_record_bytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cairn::convert {

using formats::ZipArchive;
using formats::ZipEntry;

namespace {

/// The file, opened for writing. Owned by one retagInPlace().
class Patch {
public:
    explicit Patch(const std::string& path) : m_path(path), m_descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
    ~Patch()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    Patch(const Patch&) = delete;
    Patch& operator=(const Patch&) = delete;

    /// The file must still be the one that was read.
    [[nodiscard]] Result<void> check(const FileSource& read) const
    {
        if (m_descriptor < 0) {
            return fail(
                error(ErrorCode::WriteFailed, std::string("cannot open the file for writing: ") + std::strerror(errno))
                    .in(m_path)
                    .fix("Check its permissions, or write a copy with -o"));
        }
        struct stat now{};
        struct stat then{};
        const bool same = ::fstat(m_descriptor, &now) == 0 && ::fstat(read.descriptor(), &then) == 0 &&
                          now.st_ino == then.st_ino && now.st_dev == then.st_dev &&
                          static_cast<std::uint64_t>(now.st_size) == read.sizeBytes();
        return same ? Result<void>{}
                    : fail(error(ErrorCode::FileChanged, "the file changed while it was being read").in(m_path));
    }

    [[nodiscard]] Result<void> write(std::uint64_t offset, std::string_view bytes)
    {
        while (!bytes.empty()) {
            const ssize_t count = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count < 0) {
                const bool full = errno == ENOSPC || errno == EDQUOT;
                return fail(error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                                  std::string("writing failed: ") + std::strerror(errno))
                                .in(m_path)
                                .because("The file still loads as before")
                                .fix("Free some space, or write a copy to another disk with -o"));
            }
            offset += static_cast<std::uint64_t>(count);
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return {};
    }

    [[nodiscard]] Result<void> sync() const
    {
        return ::fsync(m_descriptor) == 0
                   ? Result<void>{}
                   : fail(error(ErrorCode::WriteFailed, std::string("syncing failed: ") + std::strerror(errno))
                              .in(m_path));
    }

    /// Gives back what a failed attempt added; the old end of the file still ends a whole zip.
    void cutBackTo(std::uint64_t size) const { (void)!::ftruncate(m_descriptor, static_cast<off_t>(size)); }

private:
    std::string m_path;
    int m_descriptor;
};

/// What goes behind the old end: records with their headers, then the directory.
struct Addition {
    std::string bytes;
    std::uint64_t directoryOffset = 0;
    std::uint64_t directoryBytes = 0;
};

Result<Addition> makeAddition(const RetagPlan& plan, const ZipArchive& archive, std::uint64_t offset)
{
    Addition addition;
    std::string directory;
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        const ZipEntry& entry = archive.entries()[i];
        const auto edited = plan.records.find(i);
        if (edited == plan.records.end()) {
            directory +=
                formats::zipDirectoryEntry({archive.name(entry), entry.storedBytes, entry.plainBytes, entry.method},
                                           entry.headerOffset, entry.crc);
            continue;
        }
        const std::uint64_t size = edited->second->sizeBytes();
        const formats::ZipRecordHead head{.name = archive.name(entry), .storedBytes = size, .plainBytes = size};
        const std::uint64_t at = offset + addition.bytes.size();
        CAIRN_ASSIGN(header, formats::zipLocalHeader(head, at, alignmentOf(archive)));
        CAIRN_ASSIGN(data, edited->second->readBytes(0, size));
        CAIRN_ASSIGN(crc, checksum(*edited->second));
        addition.bytes += header;
        addition.bytes.append(reinterpret_cast<const char*>(data.data()), data.size());
        addition.bytes += formats::zipDescriptor(head, at, crc);
        directory += formats::zipDirectoryEntry(head, at, crc);
    }
    addition.directoryOffset = offset + addition.bytes.size();
    addition.directoryBytes = directory.size();
    addition.bytes += directory;
    return addition;
}

} // namespace

Result<RetagReport> retagInPlace(const checkpoint::Checkpoint& source, const devices::MapLocation& map,
                                 const Progress* progress)
{
    CAIRN_ASSIGN(plan, makeRetagPlan(source, map, progress));
    if (source.archive() == nullptr) {
        return fail(error(ErrorCode::Unsupported, "only zip checkpoints can be changed in place")
                        .in(source.path())
                        .because("In other formats everything behind a tag would have to move")
                        .fix("Write a copy with -o"));
    }
    plan.report.bytes = source.fileBytes();
    if (plan.records.empty()) {
        return std::move(plan.report); // nothing to change
    }
    const ZipArchive& archive = *source.archive();
    const std::uint64_t oldEnd = plan.file->sizeBytes();
    CAIRN_ASSIGN(addition, makeAddition(plan, archive, oldEnd));

    // The end records fit into one sector, so that the write that switches them is never seen in part.
    constexpr std::uint64_t sector = 512;
    const std::uint64_t endOffset = (oldEnd + addition.bytes.size() + sector - 1) / sector * sector;
    const std::uint64_t count = archive.entries().size();
    CAIRN_ASSIGN(old, formats::findZipEnd(*plan.file));
    const std::string oldRecords = formats::zipEndRecords(count, old.directoryOffset, old.directoryBytes, endOffset);
    const std::string newRecords =
        formats::zipEndRecords(count, addition.directoryOffset, addition.directoryBytes, endOffset);

    Patch patch(source.path());
    CAIRN_TRY(patch.check(*plan.file));
    const auto prepare = [&]() -> Result<void> {
        // First a copy of the end records, still for the old directory; then the gap before it is free to fill.
        CAIRN_TRY(patch.write(endOffset, oldRecords));
        CAIRN_TRY(patch.sync());
        CAIRN_TRY(patch.write(oldEnd, addition.bytes));
        return patch.sync();
    };
    if (auto prepared = prepare(); !prepared) {
        patch.cutBackTo(oldEnd);
        return fail(std::move(prepared).error());
    }
    CAIRN_TRY(patch.write(endOffset, newRecords));
    CAIRN_TRY(patch.sync());
    plan.report.bytes = endOffset + newRecords.size();
    return std::move(plan.report);
}

} // namespace cairn::convert
