#include "core/base/platform/machine.h"

#include "core/base/platform/windows/wide.h"

#include <array>
#include <psapi.h>
#include <thread>

namespace cairn::platform {

/// Only programs with a right of their own get them.
void adviseLargePages(void* /*memory*/, std::size_t /*bytes*/) {}

Memory memoryHere()
{
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof(status);
    return ::GlobalMemoryStatusEx(&status) != 0
               ? Memory{.totalBytes = status.ullTotalPhys, .freeBytes = status.ullAvailPhys}
               : Memory{};
}

std::optional<std::uint64_t> memoryLimit()
{
    return std::nullopt;
}

std::uint64_t peakMemory()
{
    PROCESS_MEMORY_COUNTERS counters{};
    return ::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof(counters)) != 0 ? counters.PeakWorkingSetSize
                                                                                           : 0;
}

unsigned usableCores()
{
    return std::thread::hardware_concurrency();
}

std::string processorName()
{
    std::array<wchar_t, 256> name{};
    auto bytes = static_cast<DWORD>((name.size() - 1) * sizeof(wchar_t));
    const LSTATUS failure = ::RegGetValueW(HKEY_LOCAL_MACHINE, LR"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)",
                                           L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name.data(), &bytes);
    return failure == ERROR_SUCCESS ? narrowText(name.data()) : std::string();
}

std::string hostName()
{
    std::array<wchar_t, 256> name{};
    auto units = static_cast<DWORD>(name.size());
    return ::GetComputerNameExW(ComputerNameDnsHostname, name.data(), &units) != 0 ? narrowText({name.data(), units})
                                                                                   : std::string();
}

bool isGone(std::int64_t process)
{
    if (process <= 0) {
        return false;
    }
    HANDLE const handle = ::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process));
    if (handle == nullptr) {
        return ::GetLastError() == ERROR_INVALID_PARAMETER; // else it is there, and somebody else's
    }
    const bool hasEnded = ::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0; // others may hold on to what is left of it
    ::CloseHandle(handle);
    return hasEnded;
}

bool isWindows()
{
    return true;
}

/// Those with a driver, which is all that this system names.
std::size_t countNvidiaCards()
{
    std::size_t count = 0;
    DISPLAY_DEVICEW card{};
    card.cb = sizeof(card);
    for (DWORD index = 0; ::EnumDisplayDevicesW(nullptr, index, &card, 0) != 0; ++index) {
        count += std::wstring_view(card.DeviceID).find(L"VEN_10DE") != std::wstring_view::npos ? 1U : 0U;
    }
    return count;
}

bool hasNvidiaDriver()
{
    std::array<wchar_t, MAX_PATH + 1> system{};
    const UINT units = ::GetSystemDirectoryW(system.data(), static_cast<UINT>(system.size()));
    const std::wstring driver = std::wstring(system.data(), units) + LR"(\nvcuda.dll)";
    return ::GetFileAttributesW(driver.c_str()) != INVALID_FILE_ATTRIBUTES;
}

} // namespace cairn::platform
