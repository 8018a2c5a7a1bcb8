#pragma once

#include "core/base/progress.h"

namespace cairn::cli {

/// Makes the first Ctrl-C (or SIGTERM) ask for a stop, and one that comes later, not with it, end the process at once.
/// A closed pipe and a file above the limit (ulimit -f) become a failed write instead of a signal. Call once, at the
/// start; the Progress lives as long as the process.
[[nodiscard]] Progress& installInterrupt();

} // namespace cairn::cli
