#pragma once

#include "core/devices/machine/inventory.h"
#include "core/runtime/common/module.h"

namespace cairn::runtime {

/// The machine with the GPUs that this LibTorch finds and Cairn itself cannot: it may have been built without CUDA,
/// or with one that is too new for the driver.
[[nodiscard]] devices::DeviceInventory withDevicesOf(const Module& module, devices::DeviceInventory machine);

/// The same with the PyTorch that is there, which is opened only where Cairn cannot tell whether there are GPUs.
[[nodiscard]] devices::DeviceInventory withUnseenDevices(devices::DeviceInventory machine);
/// This machine, with those.
[[nodiscard]] devices::DeviceInventory machineHere();

/// The machine without the devices that this LibTorch cannot use, and why: the one to plan for.
[[nodiscard]] devices::DeviceInventory usableBy(const Module& module, devices::DeviceInventory machine);

} // namespace cairn::runtime
