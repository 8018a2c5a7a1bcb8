#include "core/base/platform/machine.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace cairn::platform {

std::optional<std::uint64_t> memoryLimit()
{
    rlimit limit{};
    const bool isLimited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return isLimited ? std::optional<std::uint64_t>(limit.rlim_cur) : std::nullopt;
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

bool isGone(std::int64_t process)
{
    return process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

bool isWindows()
{
    return false;
}

} // namespace cairn::platform
