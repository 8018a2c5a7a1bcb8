#pragma once

#include "core/base/error.h"

#include <string>

namespace cairn::devices {

/// The whole of a small file that a person wrote: a device map, a machine.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path);

} // namespace cairn::devices
