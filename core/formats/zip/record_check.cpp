#include "core/formats/zip/record_check.h"

#include "core/base/files/crc32.h"
#include "core/base/progress.h"

#include <algorithm>

namespace cairn::formats {

namespace {

RecordState checkPacked(const ZipArchive& archive, const ZipEntry& entry)
{
    const auto plain = archive.read(entry, CrcCheck::Verify);
    if (plain) {
        return entry.crc == 0 && entry.plainBytes != 0 ? RecordState::NoChecksum : RecordState::Intact;
    }
    return plain.error().code == ErrorCode::ZipCrc ? RecordState::Changed : RecordState::Unreadable;
}

} // namespace

Result<RecordState> checkRecord(const ZipArchive& archive, const ZipEntry& entry, Progress* progress)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    CAIRN_TRY(checkStop(progress));
    const bool isStored = entry.method == ZipEntry::kStored && checkReadable(entry, archive.name(entry));
    if (!isStored) {
        const RecordState state = checkPacked(archive, entry);
        if (progress != nullptr) {
            progress->add(entry.storedBytes);
        }
        return state;
    }
    Bytes buffer(static_cast<std::size_t>(std::min(step, entry.plainBytes)));
    std::uint32_t crc = 0;
    for (std::uint64_t done = 0; done < entry.plainBytes;) {
        CAIRN_TRY(checkStop(progress));
        const auto part = std::span(buffer).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), entry.plainBytes - done)));
        if (!archive.source()->readAt(entry.dataOffset + done, part)) {
            return RecordState::Unreadable;
        }
        crc = crc32(part, crc);
        done += part.size();
        if (progress != nullptr) {
            progress->add(part.size());
        }
    }
    if (entry.crc == 0 && crc != 0) {
        return RecordState::NoChecksum;
    }
    return crc == entry.crc ? RecordState::Intact : RecordState::Changed;
}

} // namespace cairn::formats
