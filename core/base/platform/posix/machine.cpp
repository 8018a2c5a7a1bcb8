#include "core/base/platform/machine.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
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

/// One that has ended, and that its parent has not asked about, still has its number. Linux says so
/// of it; where there is no /proc it is taken for one that runs.
bool isGone(std::int64_t process)
{
    if (process <= 0) {
        return false;
    }
    if (::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) {
        return true;
    }
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')'); // which may hold anything, brackets too
    return name != std::string::npos && name + 2 < text.size() && (text[name + 2] == 'Z' || text[name + 2] == 'X');
}

bool isWindows()
{
    return false;
}

} // namespace cairn::platform
