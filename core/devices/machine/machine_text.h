#pragma once

#include "core/base/error.h"
#include "core/devices/machine/inventory.h"

#include <string>

namespace cairn::devices {

/// A machine in words: "cpu", "cpu only", "24 GB", "2 x 24 GB", "8 x 80 GB, cpu 512 GB", "2 x H100". GPUs are CUDA
/// devices; their memory is taken to be free.
[[nodiscard]] Result<DeviceInventory> describeMachine(std::string_view text);

/// The same as a JSON file, in the form that machineFileText() writes.
[[nodiscard]] Result<DeviceInventory> parseMachineFile(std::string text);
[[nodiscard]] std::string machineFileText(const DeviceInventory& machine);

/// "this", a description, or the path of a file.
[[nodiscard]] Result<DeviceInventory> findMachine(const std::string& text);

} // namespace cairn::devices
