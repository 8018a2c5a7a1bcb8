#include "core/base/files/file_stamp.h"

#include "core/base/platform/file.h"

namespace cairn {

std::optional<FileStamp> FileStamp::of(int descriptor)
{
    const auto status = platform::statusOf(descriptor);
    return status ? std::optional(of(*status)) : std::nullopt;
}

FileStamp FileStamp::of(const platform::FileStatus& status)
{
    return {.device = status.device,
            .number = status.number,
            .sizeBytes = status.sizeBytes,
            .modifiedSeconds = status.modifiedSeconds,
            .modifiedNanoseconds = status.modifiedNanoseconds};
}

} // namespace cairn
