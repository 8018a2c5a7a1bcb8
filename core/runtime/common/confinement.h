#pragma once

#include "core/base/error.h"

#include <string>

namespace cairn::runtime {

/// Takes from this process, for good, what code of a file could do harm with: writing to files, making, renaming and
/// removing them, starting programs, opening connections. What is open already stays open, and the files of graphics
/// devices may be written to. For a process of its own that has one thread as yet; it ends with its parent.
///
/// By Landlock and seccomp. One of them is enough; Unsupported, and nothing taken, if this kernel has neither.
[[nodiscard]] Result<void> confineProcess();

/// What seccomp(SECCOMP_SET_MODE_FILTER) takes for the same, in a process that cannot call the above; writing to files
/// of graphics devices is refused, too. Empty on processors that Cairn has no filter for.
[[nodiscard]] std::string confinementFilter();

} // namespace cairn::runtime
