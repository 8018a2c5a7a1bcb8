#include "core/devices/machine/cuda_facts.h"

#include "core/base/text/text.h"

namespace cairn::devices {

namespace {

/// What the bus says where the driver says nothing.
std::string gpusOnBus(const CudaFacts& facts)
{
    return facts.pciGpus == 0 ? std::string() : countOf(facts.pciGpus, "NVIDIA GPU") + " on the PCI bus";
}

void noDriver(const CudaFacts& facts, Backend& backend)
{
    backend.state = BackendState::NoDriver;
    if (facts.pciGpus == 0) {
        backend.reason = "no NVIDIA driver is installed, and no NVIDIA GPU is on the PCI bus";
        return;
    }
    backend.reason = "no NVIDIA driver is installed, but there is " + gpusOnBus(facts);
    backend.advice = "Install the NVIDIA driver";
    if (facts.hasDriverModule) {
        backend.reason =
            "the NVIDIA kernel module is loaded, but libcuda, the driver's library, is not found; there is " +
            gpusOnBus(facts);
        backend.advice = "In a container, start it with GPU access (--gpus all); else install the driver's libraries";
    }
}

void noDevice(const CudaFacts& facts, Backend& backend)
{
    // "0" hides nothing where nothing is; in a container the bus may be out of sight.
    const bool hidesAll =
        facts.visibleDevices && (facts.visibleDevices->empty() || facts.visibleDevices->front() == '-');
    if (hidesAll || (facts.visibleDevices && facts.pciGpus != 0)) {
        backend.state = BackendState::Hidden;
        backend.reason = "CUDA_VISIBLE_DEVICES is " + inQuotes(*facts.visibleDevices) + ", which hides every GPU";
        backend.advice = "Unset CUDA_VISIBLE_DEVICES, or set it to the indexes that are to be used";
        return;
    }
    backend.state = BackendState::NoDevice;
    backend.reason =
        "the NVIDIA driver (CUDA " + cudaVersionText(facts.driverVersion) + ") is there, but it finds no GPU";
    if (facts.visibleDevices) {
        backend.reason += "; CUDA_VISIBLE_DEVICES is " + inQuotes(*facts.visibleDevices);
    } else if (facts.pciGpus != 0) {
        backend.reason += ", though there is " + gpusOnBus(facts);
        backend.advice = "Check `nvidia-smi` and the kernel log; the GPU may be lost or in use by a virtual machine";
    }
}

} // namespace

std::string cudaVersionText(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

Backend explainCuda(const CudaFacts& facts)
{
    Backend backend;
    backend.name = "cuda";
    backend.driver = facts.driverVersion > 0 ? cudaVersionText(facts.driverVersion) : "";
    backend.runtime = facts.asked ? cudaVersionText(facts.runtimeVersion) : "";
    if (!facts.asked) {
        backend.state = BackendState::NotAsked;
        backend.reason = "this build of Cairn was made without the CUDA toolkit, so it cannot ask for CUDA devices";
        backend.advice = "Build with -DCAIRN_CUDA=ON, or describe the machine with --machine";
        if (facts.pciGpus != 0) {
            backend.reason += "; there is " + gpusOnBus(facts);
        }
        backend.mayHaveUnseen = facts.pciGpus != 0 || facts.hasDriverModule;
        return backend;
    }
    switch (facts.answer) {
    case CudaFacts::Answer::NoDriver: noDriver(facts, backend); return backend;
    case CudaFacts::Answer::DriverTooOld:
        // The runtime also answers so where there is no driver at all.
        if (facts.driverVersion == 0) {
            noDriver(facts, backend);
            return backend;
        }
        backend.state = BackendState::DriverTooOld;
        backend.mayHaveUnseen = true;
        backend.reason = "the NVIDIA driver supports CUDA " + backend.driver + ", which is too old for the CUDA " +
                         backend.runtime + " runtime of " + (facts.runtimeOf.empty() ? "this build" : facts.runtimeOf);
        backend.advice = "Update the NVIDIA driver, or " +
                         std::string(facts.runtimeOf.empty() ? "build Cairn with the CUDA toolkit "
                                                             : "install a PyTorch for CUDA ") +
                         backend.driver + " or older";
        return backend;
    case CudaFacts::Answer::Other:
        backend.state = BackendState::Failed;
        backend.reason = "the CUDA runtime answers: " + facts.error;
        backend.advice = "Check `nvidia-smi`";
        return backend;
    case CudaFacts::Answer::NoDevice: noDevice(facts, backend); return backend;
    case CudaFacts::Answer::Fine: break;
    }
    if (facts.devices.empty()) {
        noDevice(facts, backend);
        return backend;
    }
    backend.state = BackendState::Ready;
    backend.devices = facts.devices;
    if (facts.visibleDevices) {
        backend.reason = "CUDA_VISIBLE_DEVICES is " + inQuotes(*facts.visibleDevices) + ", which may hide others";
    }
    return backend;
}

} // namespace cairn::devices
