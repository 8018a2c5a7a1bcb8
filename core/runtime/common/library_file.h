#pragma once

#include "core/base/error.h"

#include <string>

namespace cairn::runtime {

/// Whether a file is a library for this machine, in its full length. The system's loader maps the parts that its header
/// names without asking how long the file is, and where it was cut short the first look at a part ends the process.
/// What else may be wrong with it, the loader says itself.
[[nodiscard]] Result<void> checkLibraryFile(const std::string& path);

} // namespace cairn::runtime
