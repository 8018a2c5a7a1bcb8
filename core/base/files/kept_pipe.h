#pragma once

#include "core/base/platform/file.h"

#include <string>

namespace cairn {

/// A pipe gives its bytes once. Whoever has put them into a file lets FileSource open that file, from now on, for the
/// pipe of this name.
void keepPipe(const std::string& path, Descriptor file);

/// Another descriptor of what came through the pipe of this name; closed if nothing did.
[[nodiscard]] Descriptor openKeptPipe(const std::string& path);

} // namespace cairn
