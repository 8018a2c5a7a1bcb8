#include "core/base/files/file_stamp.h"

#include <sys/stat.h>

namespace cairn {

std::optional<FileStamp> FileStamp::of(int descriptor)
{
    struct stat status{};
    if (::fstat(descriptor, &status) != 0) {
        return std::nullopt;
    }
    return FileStamp{.device = status.st_dev,
                     .number = status.st_ino,
                     .sizeBytes = static_cast<std::uint64_t>(status.st_size),
                     .modifiedSeconds = status.st_mtim.tv_sec,
                     .modifiedNanoseconds = status.st_mtim.tv_nsec};
}

} // namespace cairn
