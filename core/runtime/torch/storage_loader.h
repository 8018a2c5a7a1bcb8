#pragma once

#include "core/runtime/common/batches.h"
#include "core/runtime/common/cuda_functions.h"
#include "core/runtime/torch/host_calls.h"
#include "core/runtime/torch/loaded.h"

namespace cairn::runtime {

/// Allocates every storage once, on its device, and fills it: one device after the other. Throws LoadFailed or what
/// LibTorch throws; the storages made so far are in `loaded` then.
class StorageLoader {
public:
    StorageLoader(const LoadOrder& order, Loaded& loaded) : m_order(order), m_host(order.host), m_loaded(loaded) {}

    void run();

private:
    void loadDevice(std::uint32_t index);
    /// Bytes that are on the device then.
    void allocate(std::uint32_t index, c10::Device device, DeviceReport& report);
    void fillMemory(std::uint32_t index);
    /// False if CUDA says no.
    [[nodiscard]] bool fillGpu(std::uint32_t index, c10::Device device, const CudaFunctions& cuda,
                               FillProgress& progress);
    /// For the devices of other backends, and where CUDA cannot be asked or says no.
    void fillThroughTorch(std::uint32_t index, FillProgress& progress);
    /// Its address, in memory or on a GPU.
    [[nodiscard]] std::byte* placeOf(const Piece& piece) const;

    const LoadOrder& m_order;
    HostCalls m_host;
    Loaded& m_loaded;
};

} // namespace cairn::runtime
