#pragma once

#include "core/devices/machine/inventory.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::devices {

/// What the CUDA runtime and the system say, before anybody judges it. Tests make their own.
struct CudaFacts {
    enum class Answer : std::uint8_t { Fine, NoDevice, NoDriver, DriverTooOld, Other };

    bool asked = false;    ///< false: built without the CUDA toolkit
    std::string runtimeOf; ///< the PyTorch that the runtime came with; empty: it is Cairn's
    Answer answer = Answer::NoDevice;
    std::string error;     ///< the runtime's words
    int driverVersion = 0; ///< 12040 for CUDA 12.4; 0: no driver
    int runtimeVersion = 0;
    std::vector<Device> devices;
    std::optional<std::string> visibleDevices; ///< CUDA_VISIBLE_DEVICES
    bool hasDriverModule = false;              ///< the kernel module is loaded
    std::size_t pciGpus = 0;                   ///< NVIDIA display controllers on the bus
};

/// The devices, or why there are none, and what to do.
[[nodiscard]] Backend explainCuda(const CudaFacts& facts);

/// Asks the runtime that is linked in, and the system.
[[nodiscard]] CudaFacts askCuda();

/// "12.4"
[[nodiscard]] std::string cudaVersionText(int version);

} // namespace cairn::devices
