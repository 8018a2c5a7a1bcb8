#pragma once

#include "core/convert/retag.h"

namespace cairn::convert {

/// Gives the storages of a zip other tags inside the file itself, in a time that does not depend on its size: new
/// pickles and a new directory go behind the old end, and one small write makes the end records point at them. The
/// process may be killed at any moment: the file loads as before or as after. Storages do not move; the old pickles
/// stay in the file as unused bytes. This is the one place where Cairn writes to a file it was given.
[[nodiscard]] Result<RetagReport> retagInPlace(const checkpoint::Checkpoint& source, const devices::MapLocation& map,
                                               const Progress* progress);

} // namespace cairn::convert
