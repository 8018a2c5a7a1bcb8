#include "core/checkpoint/source_mode.h"

#include <string>
#include <sys/stat.h>

namespace cairn::checkpoint {

mode_t modeOfSource(const Checkpoint& source)
{
    constexpr mode_t anything = 0777;
    mode_t mode = anything;
    const auto narrow = [&](const std::string& path) {
        struct stat status{};
        mode &= ::stat(path.c_str(), &status) == 0 ? status.st_mode : anything;
    };
    narrow(source.path());
    for (const StorageSource& from : source.sources()) {
        if (from.isFile) {
            narrow(from.name);
        }
    }
    return mode | S_IRUSR;
}

} // namespace cairn::checkpoint
