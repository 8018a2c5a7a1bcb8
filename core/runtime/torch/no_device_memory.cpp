// For a LibTorch without CUDA.

#include "core/runtime/torch/device_memory.h"

namespace cairn::runtime {

void releaseDeviceCaches() {}

void forgetPeak(c10::Device /*device*/) {}

std::uint64_t peakBytes(c10::Device /*device*/)
{
    return 0;
}

} // namespace cairn::runtime
