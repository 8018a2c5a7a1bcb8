#pragma once

#include <string_view>

namespace cairn::checkpoint {

/// Whether a module, or the package it lies in, comes with Python itself.
[[nodiscard]] bool isPythonModule(std::string_view module);

} // namespace cairn::checkpoint
