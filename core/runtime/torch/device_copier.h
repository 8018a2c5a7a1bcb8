#pragma once

#include "core/runtime/common/batches.h"
#include "core/runtime/torch/host_calls.h"
#include "core/runtime/torch/loaded.h"

#include <c10/core/DeviceGuard.h>
#include <c10/core/Stream.h>

#include <vector>

namespace cairn::runtime {

/// Brings batches to a device through a ring of pinned buffers: while one is being copied, the next is read from disk.
/// Each buffer has a stream of its own, so waiting for a buffer waits for no other. One for each thread; made of
/// LibTorch's device-independent parts alone.
class DeviceCopier {
public:
    DeviceCopier(const HostCalls& host, Loaded& loaded, c10::Device device);
    ~DeviceCopier();
    DeviceCopier(const DeviceCopier&) = delete;
    DeviceCopier& operator=(const DeviceCopier&) = delete;

    void copy(const Batch& batch);
    /// Waits until all copies have arrived.
    void finish();

private:
    struct Slot {
        at::Tensor buffer;
        c10::Stream stream;
        std::uint64_t bytes = 0; ///< on their way
    };

    void wait(Slot& slot);

    const HostCalls& m_host;
    Loaded& m_loaded;
    c10::DeviceGuard m_guard;
    std::vector<Slot> m_slots;
    std::size_t m_next = 0;
};

} // namespace cairn::runtime
