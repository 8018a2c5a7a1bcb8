#include "core/base/text/text.h"
#include "core/devices/cuda/cuda_runtime.h"
#include "core/devices/machine/inventory.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string>
#include <thread>

namespace cairn::devices {

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

/// A container may have less than its machine.
void limitToGroup(Device& cpu)
{
    const fs::path group = "/sys/fs/cgroup";
    const std::uint64_t limit = numberIn(group / "memory.max");
    if (limit == 0 || limit >= cpu.totalBytes) {
        return;
    }
    const std::uint64_t used = numberIn(group / "memory.current");
    cpu.totalBytes = limit;
    cpu.freeBytes = std::min(cpu.freeBytes, limit - std::min(used, limit));
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
    return printable(info.substr(colon + 2, info.find('\n', colon) - colon - 2));
}

/// NVIDIA's display and 3D controllers.
std::size_t countPciGpus()
{
    std::size_t count = 0;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator("/sys/bus/pci/devices", failure)) {
        const bool isDisplay = readSmallFile(entry.path() / "class").starts_with("0x03");
        count += isDisplay && readSmallFile(entry.path() / "vendor").starts_with("0x10de") ? 1U : 0U;
    }
    return count;
}

} // namespace

CudaFacts askCuda()
{
    CudaFacts facts;
    askCudaRuntime(facts);
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr) {
        facts.visibleDevices = visible;
    }
    std::error_code failure;
    facts.hasDriverModule = fs::exists("/proc/driver/nvidia/version", failure);
    facts.pciGpus = countPciGpus();
    return facts;
}

DeviceInventory thisMachine()
{
    DeviceInventory machine;
    machine.machine = kThisMachine;
    machine.cpu.tag = "cpu";
    machine.cpu.name = processorName();
    const std::string memory = readSmallFile("/proc/meminfo");
    machine.cpu.totalBytes = memoryLine(memory, "MemTotal:");
    machine.cpu.freeBytes = memoryLine(memory, "MemAvailable:");
    limitToGroup(machine.cpu);
    machine.cores = usableCores();
    machine.backends = backendsNotServed();
    machine.backends.insert(machine.backends.begin(), explainCuda(askCuda()));
    return machine;
}

} // namespace cairn::devices
