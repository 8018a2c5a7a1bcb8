#include "core/checkpoint/source_mode.h"

#include <string>

namespace cairn::checkpoint {

platform::FileMode modeOfSource(const Checkpoint& source)
{
    constexpr platform::FileMode readByUser = 0400;
    platform::FileMode mode = platform::kAnyMode;
    const auto narrow = [&](const std::string& path) {
        const auto status = platform::statusOf(path, platform::Links::Follow);
        mode &= status ? status->mode : platform::kAnyMode;
    };
    narrow(source.path());
    for (const StorageSource& from : source.sources()) {
        if (from.isFile) {
            narrow(from.name);
        }
    }
    return mode | readByUser;
}

} // namespace cairn::checkpoint
