#include "core/formats/zip/zip_record.h"

#include "core/base/files/crc32.h"
#include "core/base/files/inflate.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_layout.h"

#include <utility>

namespace cairn::formats {

namespace {

std::unexpected<Error> unsupported(const ZipEntry& entry, Message what)
{
    return fail(error(ErrorCode::ZipUnsupported, std::move(what))
                    .at(entry.headerOffset)
                    .because(message("PyTorch cannot read it either"))
                    .fix(message("Unpack the file with a zip program and pack it again without compression")));
}

} // namespace

Result<void> compareChecksum(const ZipEntry& entry, std::string_view name, std::uint32_t crc)
{
    if (entry.crc == 0 || crc == entry.crc) {
        return {};
    }
    return fail(error(ErrorCode::ZipCrc, message("the record %1 does not match its checksum", inQuotes(name)))
                    .at(entry.dataOffset)
                    .because(message("Its bytes changed after it was saved"))
                    .fix(message("Compare the file with the original, or copy it again. PyTorch itself never compares "
                                 "checksums and reads such a record as it is")));
}

Result<void> checkReadable(const ZipEntry& entry, std::string_view name)
{
    if ((entry.flags & zip::kFlagsOfEncryption) != 0) {
        return unsupported(entry, message("the record %1 is encrypted", inQuotes(name)));
    }
    if ((entry.flags & zip::kFlagPatch) != 0) {
        return unsupported(entry, message("the record %1 is a patch to another file", inQuotes(name)));
    }
    if (entry.method != ZipEntry::kStored && entry.method != ZipEntry::kDeflated) {
        return unsupported(entry,
                           message("the record %1 is compressed with method %2, neither stored (0) nor deflated (8)",
                                   inQuotes(name), std::to_string(entry.method)));
    }
    if (entry.method == ZipEntry::kDeflated && entry.plainBytes / kMaxDeflateRatio > entry.storedBytes) {
        return zip::damaged(ErrorCode::ZipInflate,
                            message("the record %1 claims to unpack from %2 to %3 bytes, more than deflate can do",
                                    inQuotes(name), std::to_string(entry.storedBytes),
                                    std::to_string(entry.plainBytes)),
                            entry.headerOffset);
    }
    return {};
}

Result<Bytes> readRecord(const ByteSource& archive, const ZipEntry& entry, std::string_view name, CrcCheck check)
{
    if (entry.plainBytes > ZipArchive::kMaxRecordInMemory) {
        return fail(error(ErrorCode::LimitExceeded, message("the record %1 of %2 bytes is too big to be held in memory",
                                                            inQuotes(name), std::to_string(entry.plainBytes)))
                        .at(entry.headerOffset));
    }
    auto plain = entry.method == ZipEntry::kStored
                     ? archive.readBytes(entry.dataOffset, entry.plainBytes)
                     : inflateRaw(archive, entry.dataOffset, entry.storedBytes, entry.plainBytes);
    if (plain && check == CrcCheck::Verify) {
        CAIRN_TRY(compareChecksum(entry, name, crc32(*plain)));
    }
    return plain;
}

} // namespace cairn::formats
