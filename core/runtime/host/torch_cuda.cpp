#include "core/runtime/host/torch_cuda.h"

#include "core/runtime/common/cuda_functions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace cairn::runtime {

using devices::CudaFacts;
using devices::Device;

namespace {

CudaFacts::Answer answerOf(int code)
{
    constexpr int stubLibrary = 34;
    constexpr int insufficientDriver = 35;
    constexpr int noDevice = 100;
    switch (code) {
    case 0: return CudaFacts::Answer::Fine;
    case stubLibrary: return CudaFacts::Answer::NoDriver;
    case insufficientDriver: return CudaFacts::Answer::DriverTooOld;
    case noDevice: return CudaFacts::Answer::NoDevice;
    default: return CudaFacts::Answer::Other;
    }
}

std::string nameOf(const CudaFunctions& cuda, int index)
{
    std::array<char, 256> name{};
    if (cuda.call("DeviceGetName", name.data(), static_cast<int>(name.size() - 1), index) == 0) { // ROCm has it
        return name.data();
    }
    // The properties begin with the name. What comes after it differs from version to version, and so does its size.
    std::array<std::byte, 16 * 1024> properties{};
    for (const char* function : {"GetDeviceProperties_v2", "GetDeviceProperties"}) {
        if (cuda.call(function, static_cast<void*>(properties.data()), index) == 0) {
            const auto* text = reinterpret_cast<const char*>(properties.data());
            return {text, ::strnlen(text, name.size())};
        }
    }
    return {};
}

Device describe(const CudaFunctions& cuda, int index)
{
    constexpr int major = 75; // numbers of attributes; ROCm has others
    constexpr int minor = 76;
    Device device;
    device.name = nameOf(cuda, index);
    int high = 0;
    int low = 0;
    if (!cuda.isRocm() && cuda.call("DeviceGetAttribute", &high, major, index) == 0 &&
        cuda.call("DeviceGetAttribute", &low, minor, index) == 0) {
        device.capability = std::to_string(high) + '.' + std::to_string(low);
    }
    std::array<char, 32> pci{};
    if (cuda.call("DeviceGetPCIBusId", pci.data(), static_cast<int>(pci.size() - 1), index) == 0) {
        device.pciId = pci.data();
    }
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    if (cuda.call("SetDevice", index) == 0 && cuda.call("MemGetInfo", &freeBytes, &totalBytes) == 0) {
        device.freeBytes = freeBytes;
        device.totalBytes = totalBytes;
    }
    return device;
}

} // namespace

devices::CudaFacts askCudaOf(void* library)
{
    CudaFacts facts;
    const auto cuda = CudaFunctions::of(library);
    if (!cuda) {
        return facts;
    }
    facts.asked = !cuda->isRocm(); // what it says of drivers is of others
    int count = 0;
    const int code = cuda->call("GetDeviceCount", &count);
    facts.answer = answerOf(code);
    facts.error = cuda->wordsFor(code);
    (void)cuda->call("DriverGetVersion", &facts.driverVersion);
    (void)cuda->call("RuntimeGetVersion", &facts.runtimeVersion);
    for (int index = 0; code == 0 && index < std::min(count, kMostDevices); ++index) {
        facts.devices.push_back(describe(*cuda, index));
    }
    return facts;
}

void addCudaFacts(HostMessage& message, const CudaFacts& facts)
{
    message.add(static_cast<std::uint8_t>(facts.asked)).add(static_cast<std::uint8_t>(facts.answer)).add(facts.error);
    message.add(facts.driverVersion).add(facts.runtimeVersion);
    message.add(static_cast<std::uint32_t>(facts.devices.size()));
    for (const Device& device : facts.devices) {
        message.add(device.name).add(device.capability).add(device.pciId);
        message.add(device.totalBytes).add(device.freeBytes);
    }
}

CudaFacts readCudaFacts(MessageReader& body)
{
    CudaFacts facts;
    facts.asked = body.truth();
    const auto answer = body.number<std::uint8_t>();
    facts.answer =
        static_cast<CudaFacts::Answer>(std::min(answer, static_cast<std::uint8_t>(CudaFacts::Answer::Other)));
    facts.error = body.text();
    facts.driverVersion = body.number<int>();
    facts.runtimeVersion = body.number<int>();
    for (auto count = body.number<std::uint32_t>(); count > 0 && body.isFine(); --count) {
        Device device;
        device.tag = "cuda:" + std::to_string(facts.devices.size());
        device.name = body.text();
        device.capability = body.text();
        device.pciId = body.text();
        device.totalBytes = body.number<std::uint64_t>();
        device.freeBytes = body.number<std::uint64_t>();
        facts.devices.push_back(std::move(device));
    }
    return facts;
}

} // namespace cairn::runtime
