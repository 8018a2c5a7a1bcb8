#include "core/base/platform/machine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace cairn::platform {

namespace fs = std::filesystem;

namespace {

std::string readSmallFile(const fs::path& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The bytes of "MemTotal:  16384 kB"; 0 without such a line.
std::uint64_t memoryLine(const std::string& info, std::string_view name)
{
    const std::size_t at = info.find(name);
    if (at == std::string::npos) {
        return 0;
    }
    const std::size_t digits = info.find_first_of("0123456789", at);
    std::uint64_t kibibytes = 0;
    if (digits != std::string::npos) {
        std::from_chars(info.data() + digits, info.data() + info.size(), kibibytes);
    }
    return kibibytes * 1024;
}

std::uint64_t numberIn(const fs::path& path)
{
    const std::string text = readSmallFile(path);
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void limitToGroup(Memory& memory)
{
    const fs::path group = "/sys/fs/cgroup";
    const std::uint64_t limit = numberIn(group / "memory.max");
    if (limit == 0 || limit >= memory.totalBytes) {
        return;
    }
    const std::uint64_t used = numberIn(group / "memory.current");
    memory.totalBytes = limit;
    memory.freeBytes = std::min(memory.freeBytes, limit - std::min(used, limit));
}

} // namespace

void adviseLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    [[maybe_unused]] const int taken = ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

Memory memoryHere()
{
    const std::string info = readSmallFile("/proc/meminfo");
    Memory memory{.totalBytes = memoryLine(info, "MemTotal:"), .freeBytes = memoryLine(info, "MemAvailable:")};
    limitToGroup(memory);
    return memory;
}

std::optional<std::uint64_t> memoryLimit()
{
    rlimit limit{};
    const bool isLimited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return isLimited ? std::optional<std::uint64_t>(limit.rlim_cur) : std::nullopt;
}

std::uint64_t peakMemory()
{
    rusage usage{};
    constexpr std::uint64_t kibibyte = 1024;
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * kibibyte : 0;
}

unsigned usableCores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) == 0) {
        return static_cast<unsigned>(CPU_COUNT(&set));
    }
    return std::thread::hardware_concurrency();
}

std::string processorName()
{
    const std::string info = readSmallFile("/proc/cpuinfo");
    const std::size_t at = info.find("model name");
    const std::size_t colon = at == std::string::npos ? at : info.find(": ", at);
    if (colon == std::string::npos) {
        return {};
    }
    return info.substr(colon + 2, info.find('\n', colon) - colon - 2);
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// One that has ended, and that its parent has not asked about, still has its number: Linux says so of it.
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

std::size_t countNvidiaCards()
{
    std::size_t count = 0;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator("/sys/bus/pci/devices", failure)) {
        const bool isDisplay = readSmallFile(entry.path() / "class").starts_with("0x03");
        count += isDisplay && readSmallFile(entry.path() / "vendor").starts_with("0x10de") ? 1U : 0U;
    }
    return count;
}

bool hasNvidiaDriver()
{
    std::error_code failure;
    return fs::exists("/proc/driver/nvidia/version", failure);
}

} // namespace cairn::platform
