#include "core/base/files/file_stamp.h"

#include "core/base/platform/file.h"

namespace cairn {

std::optional<FileStamp> FileStamp::of(int descriptor)
{
    const auto status = platform::statusOf(descriptor);
    if (!status) {
        return std::nullopt;
    }
    return FileStamp{.device = status->device,
                     .number = status->number,
                     .sizeBytes = status->sizeBytes,
                     .modifiedSeconds = status->modifiedSeconds,
                     .modifiedNanoseconds = status->modifiedNanoseconds};
}

} // namespace cairn
