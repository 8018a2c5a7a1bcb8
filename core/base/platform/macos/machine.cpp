#include "core/base/platform/machine.h"

#include <algorithm>
#include <array>
#include <mach/mach.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <thread>

namespace cairn::platform {

namespace {

std::uint64_t totalMemory()
{
    std::uint64_t bytes = 0;
    std::size_t size = sizeof(bytes);
    return ::sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0 ? bytes : 0;
}

/// With what the system only keeps for as long as nobody asks for more.
std::uint64_t freeMemory()
{
    const mach_port_t host = ::mach_host_self();
    vm_size_t pageBytes = 0;
    vm_statistics64_data_t pages{};
    mach_msg_type_number_t count = HOST_VM_INFO64_COUNT;
    const bool isKnown =
        ::host_page_size(host, &pageBytes) == KERN_SUCCESS &&
        ::host_statistics64(host, HOST_VM_INFO64, reinterpret_cast<host_info64_t>(&pages), &count) == KERN_SUCCESS;
    ::mach_port_deallocate(::mach_task_self(), host);
    const std::uint64_t available = std::uint64_t{pages.free_count} + pages.inactive_count + pages.purgeable_count;
    return isKnown ? available * pageBytes : 0;
}

} // namespace

void adviseLargePages(void* /*memory*/, std::size_t /*bytes*/) {}

Memory memoryHere()
{
    return {.totalBytes = totalMemory(), .freeBytes = std::min(freeMemory(), totalMemory())};
}

std::uint64_t peakMemory()
{
    rusage usage{};
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) : 0;
}

unsigned usableCores()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string processorName()
{
    std::array<char, 128> name{}; // with its zero
    std::size_t size = name.size();
    return ::sysctlbyname("machdep.cpu.brand_string", name.data(), &size, nullptr, 0) == 0 ? name.data() : "";
}

/// No macOS since 10.14 has a driver for them.
std::size_t countNvidiaCards()
{
    return 0;
}

bool hasNvidiaDriver()
{
    return false;
}

} // namespace cairn::platform
