#pragma once

#include <cstdint>
#include <optional>

namespace cairn::platform {
struct FileStatus;
}

namespace cairn {

/// Which file a descriptor belongs to, and the state it is in. Two stamps that differ belong to two files, or to one
/// that somebody wrote to in between: what was read then and now may not fit together.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::uint64_t sizeBytes = 0;
    std::int64_t modifiedSeconds = 0;
    long modifiedNanoseconds = 0;

    [[nodiscard]] static std::optional<FileStamp> of(int descriptor);
    [[nodiscard]] static FileStamp of(const platform::FileStatus& status);
    [[nodiscard]] bool isSameFile(const FileStamp& other) const
    {
        return device == other.device && number == other.number;
    }
    [[nodiscard]] bool operator==(const FileStamp& other) const = default;
};

} // namespace cairn
