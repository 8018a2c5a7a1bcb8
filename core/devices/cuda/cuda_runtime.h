#pragma once

#include "core/devices/machine/cuda_facts.h"

namespace cairn::devices {

/// Fills in what the CUDA runtime says: answer, versions, devices. Leaves `asked` false in a build without the toolkit.
void askCudaRuntime(CudaFacts& facts);

} // namespace cairn::devices
