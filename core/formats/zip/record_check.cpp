#include "core/formats/zip/record_check.h"

#include "core/base/files/crc32.h"
#include "core/base/progress.h"

#include <algorithm>

namespace cairn::formats {

Result<RecordState> checkRecord(const ZipArchive& archive, const ZipEntry& entry, Progress* progress)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    CAIRN_TRY(checkStop(progress));
    const bool isStored = entry.method == ZipEntry::kStored;
    const auto source = archive.recordSource(entry, CrcCheck::Skip);
    if (!source || (entry.plainBytes == 0 && !archive.read(entry))) {
        return RecordState::Unreadable;
    }
    Bytes buffer(static_cast<std::size_t>(std::min(step, entry.plainBytes)));
    std::uint32_t crc = 0;
    for (std::uint64_t done = 0; done < entry.plainBytes;) {
        CAIRN_TRY(checkStop(progress));
        const auto part = std::span(buffer).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), entry.plainBytes - done)));
        if (!(*source)->readAt(done, part)) {
            return RecordState::Unreadable;
        }
        crc = crc32(part, crc);
        done += part.size();
        addDone(progress, isStored ? part.size() : 0);
    }
    addDone(progress, isStored ? 0 : entry.storedBytes);
    if (entry.crc == 0 && crc != 0) {
        return RecordState::NoChecksum;
    }
    return crc == entry.crc ? RecordState::Intact : RecordState::Changed;
}

} // namespace cairn::formats
