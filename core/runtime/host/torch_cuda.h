#pragma once

#include "core/devices/machine/cuda_facts.h"
#include "core/runtime/host/message.h"

namespace cairn::runtime {

/// What the CUDA runtime that came with a PyTorch says, or that of ROCm, whose devices torch calls cuda as well.
/// `library` is the library of torch that was linked to it. Not asked, if there is none. Starts each device for a
/// moment, which takes memory of it until this process ends.
[[nodiscard]] devices::CudaFacts askCudaOf(void* library);

void addCudaFacts(HostMessage& message, const devices::CudaFacts& facts);
[[nodiscard]] devices::CudaFacts readCudaFacts(MessageReader& body);

} // namespace cairn::runtime
