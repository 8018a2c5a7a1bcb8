#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// Fails for a file that different programs read differently: a copy would hold only one of the readings, or both.
[[nodiscard]] Result<void> refuseAmbiguous(const checkpoint::Checkpoint& source);

/// Fails for a folder in which something is wrong that is in none of its rows, and would be missing in a copy without a
/// word: what its metadata says cannot be trusted, or only some of the ranks have a tensor.
[[nodiscard]] Result<void> refuseDamagedFolder(const checkpoint::Checkpoint& source);

/// The failure of a copy that is not what it should be; it was removed. What is damaged in the source may be something
/// else once its tags have changed.
[[nodiscard]] Error copyDiffers(const checkpoint::Checkpoint& source, const Message& difference,
                                const std::string& target);

/// How far a conversion is, from 0 to 1. Comparing takes about as long as writing.
[[nodiscard]] double partDone(const Progress& progress, bool verify);

} // namespace cairn::convert
