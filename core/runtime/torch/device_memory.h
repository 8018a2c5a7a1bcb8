#pragma once

#include <c10/core/Device.h>

#include <cstdint>

namespace cairn::runtime {

// What LibTorch says only through headers of its CUDA build. In a build without CUDA these do nothing.

/// Gives memory that no tensor holds back to the devices.
void releaseDeviceCaches();
void forgetPeak(c10::Device device);
/// The most that was allocated on a device since forgetPeak(); 0 if it cannot be told.
[[nodiscard]] std::uint64_t peakBytes(c10::Device device);

} // namespace cairn::runtime
