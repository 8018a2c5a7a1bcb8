#include "core/devices/cuda/cuda_runtime.h"

#include <array>
#include <cstdio>
#include <cuda_runtime_api.h>

namespace cairn::devices {

namespace {

CudaFacts::Answer answerOf(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CudaFacts::Answer::Fine;
    case cudaErrorNoDevice: return CudaFacts::Answer::NoDevice;
    case cudaErrorInsufficientDriver: return CudaFacts::Answer::DriverTooOld;
    case cudaErrorStubLibrary: return CudaFacts::Answer::NoDriver;
    default: return CudaFacts::Answer::Other;
    }
}

/// "GPU-6f1d...": as nvidia-smi prints it.
std::string uuidText(const cudaUUID_t& uuid)
{
    std::string text = "GPU-";
    for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
        text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        text += hex.data();
    }
    return text;
}

Device describe(int index)
{
    Device device;
    device.tag = "cuda:" + std::to_string(index);
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, index) == cudaSuccess) {
        device.name = properties.name;
        device.capability = std::to_string(properties.major) + '.' + std::to_string(properties.minor);
        device.uuid = uuidText(properties.uuid);
        device.totalBytes = properties.totalGlobalMem;
    }
    std::array<char, 32> pci{};
    if (cudaDeviceGetPCIBusId(pci.data(), static_cast<int>(pci.size()), index) == cudaSuccess) {
        device.pciId = pci.data();
    }
    // Free memory is asked in a context of the device, which this makes.
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    if (cudaSetDevice(index) == cudaSuccess && cudaMemGetInfo(&freeBytes, &totalBytes) == cudaSuccess) {
        device.freeBytes = freeBytes;
        device.totalBytes = totalBytes;
    }
    return device;
}

} // namespace

void askCudaRuntime(CudaFacts& facts)
{
    facts.asked = true;
    (void)cudaDriverGetVersion(&facts.driverVersion);
    (void)cudaRuntimeGetVersion(&facts.runtimeVersion);
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    facts.answer = answerOf(error);
    facts.error = cudaGetErrorString(error);
    for (int index = 0; error == cudaSuccess && index < count; ++index) {
        facts.devices.push_back(describe(index));
    }
}

} // namespace cairn::devices
