#pragma once

#include "core/checkpoint/salvage/salvage.h"

#include <string>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// checkpoint::salvage() of a file, and the same of what lies in the files of a folder: which tensors have all of their
/// pieces there, with the checksums that came with them, and of which only some rows are left.
[[nodiscard]] Result<checkpoint::Salvage> salvageFileOrFolder(const std::string& path, Progress* progress);

} // namespace cairn::convert
