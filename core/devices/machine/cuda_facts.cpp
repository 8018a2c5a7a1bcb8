#include "core/devices/machine/cuda_facts.h"

#include "core/base/text/text.h"

namespace cairn::devices {

namespace {

/// What the bus says where the driver says nothing.
Message gpusOnBus(const CudaFacts& facts)
{
    return facts.pciGpus == 1 ? message("1 NVIDIA GPU on the PCI bus")
                              : message("%1 NVIDIA GPUs on the PCI bus", std::to_string(facts.pciGpus));
}

void noDriver(const CudaFacts& facts, Backend& backend)
{
    backend.state = BackendState::NoDriver;
    if (facts.pciGpus == 0) {
        backend.reason = message("no NVIDIA driver is installed, and no NVIDIA GPU is on the PCI bus");
        return;
    }
    backend.reason = message("no NVIDIA driver is installed, but there is %1", gpusOnBus(facts));
    backend.advice = message("Install the NVIDIA driver");
    if (facts.hasDriverModule) {
        backend.reason =
            message("the NVIDIA kernel module is loaded, but libcuda, the driver's library, is not found; there is %1",
                    gpusOnBus(facts));
        backend.advice =
            message("In a container, start it with GPU access (--gpus all); else install the driver's libraries");
    }
}

void noDevice(const CudaFacts& facts, Backend& backend)
{
    // "0" hides nothing where nothing is; in a container the bus may be out of sight.
    const bool hidesAll =
        facts.visibleDevices && (facts.visibleDevices->empty() || facts.visibleDevices->front() == '-');
    if (hidesAll || (facts.visibleDevices && facts.pciGpus != 0)) {
        backend.state = BackendState::Hidden;
        backend.reason = message("CUDA_VISIBLE_DEVICES is %1, which hides every GPU", inQuotes(*facts.visibleDevices));
        backend.advice = message("Unset CUDA_VISIBLE_DEVICES, or set it to the indexes that are to be used");
        return;
    }
    backend.state = BackendState::NoDevice;
    backend.reason =
        message("the NVIDIA driver (CUDA %1) is there, but it finds no GPU", cudaVersionText(facts.driverVersion));
    if (facts.visibleDevices) {
        backend.reason =
            message("%1; CUDA_VISIBLE_DEVICES is %2", std::move(backend.reason), inQuotes(*facts.visibleDevices));
    } else if (facts.pciGpus != 0) {
        backend.reason = message("the NVIDIA driver (CUDA %1) is there, but it finds no GPU, though there is %2",
                                 cudaVersionText(facts.driverVersion), gpusOnBus(facts));
        backend.advice =
            message("Check `nvidia-smi` and the kernel log; the GPU may be lost or in use by a virtual machine");
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
        backend.reason =
            message("this build of Cairn was made without the CUDA toolkit, so it cannot ask for CUDA devices");
        backend.advice = message("Build with -DCAIRN_CUDA=ON, or describe the machine with --machine");
        if (facts.pciGpus != 0) {
            backend.reason = message("%1; there is %2", std::move(backend.reason), gpusOnBus(facts));
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
        backend.reason =
            facts.runtimeOf.empty()
                ? message("the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of this build",
                          backend.driver, backend.runtime)
                : message("the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of %3",
                          backend.driver, backend.runtime, facts.runtimeOf);
        backend.advice =
            facts.runtimeOf.empty()
                ? message("Update the NVIDIA driver, or build Cairn with the CUDA toolkit %1 or older", backend.driver)
                : message("Update the NVIDIA driver, or install a PyTorch for CUDA %1 or older", backend.driver);
        return backend;
    case CudaFacts::Answer::Other:
        backend.state = BackendState::Failed;
        backend.reason = message("the CUDA runtime answers: %1", facts.error);
        backend.advice = message("Check `nvidia-smi`");
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
        backend.reason = message("CUDA_VISIBLE_DEVICES is %1, which may hide others", inQuotes(*facts.visibleDevices));
    }
    return backend;
}

} // namespace cairn::devices
