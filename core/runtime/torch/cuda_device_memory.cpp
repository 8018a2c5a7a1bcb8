#include "core/runtime/torch/device_memory.h"

#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>

#include <algorithm>

namespace cairn::runtime {

namespace allocator = c10::cuda::CUDACachingAllocator;

namespace {

/// The allocator knows nothing of devices before the first tensor is on one.
bool isAwake()
{
    return at::globalContext().hasCUDA() && allocator::get() != nullptr && allocator::get()->initialized();
}

} // namespace

void releaseDeviceCaches()
{
    if (isAwake()) {
        allocator::emptyCache();
    }
}

void forgetPeak(c10::Device device)
{
    if (device.is_cuda() && isAwake()) {
        allocator::resetPeakStats(device.index());
    }
}

std::uint64_t peakBytes(c10::Device device)
{
    if (!device.is_cuda() || !isAwake()) {
        return 0;
    }
    constexpr std::size_t aggregate = 0; // the sum over its pools
    const auto stats = allocator::getDeviceStats(device.index());
    return static_cast<std::uint64_t>(std::max<std::int64_t>(stats.allocated_bytes[aggregate].peak, 0));
}

} // namespace cairn::runtime
