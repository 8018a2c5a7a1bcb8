#include "core/formats/zip/record_check.h"

#include "core/base/files/crc32.h"
#include "core/base/progress.h"

#include <span>

namespace cairn::formats {

Result<RecordState> checkRecord(const ZipArchive& archive, const ZipEntry& entry, Progress* progress)
{
    CAIRN_TRY(checkStop(progress));
    const bool isStored = entry.method == ZipEntry::kStored;
    const auto source = archive.recordSource(entry, CrcCheck::Skip);
    if (!source || (entry.plainBytes == 0 && !archive.read(entry))) {
        return RecordState::Unreadable;
    }
    const auto crc = crc32Of(**source, [&](std::span<const std::byte> block) {
        addDone(progress, isStored ? block.size() : 0);
        return checkStop(progress);
    });
    if (!crc) {
        CAIRN_TRY(checkStop(progress));
        return RecordState::Unreadable;
    }
    addDone(progress, isStored ? 0 : entry.storedBytes);
    if (entry.crc == 0 && *crc != 0) {
        return RecordState::NoChecksum;
    }
    return *crc == entry.crc ? RecordState::Intact : RecordState::Changed;
}

} // namespace cairn::formats
