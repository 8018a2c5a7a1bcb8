#pragma once

#include "core/convert/conversion/conversion.h"

#include <cstdint>
#include <string>

namespace cairn::convert {

/// Whether the parts of a source can be kept beside its copy: it is elsewhere, its state is known, and the disk has
/// room for both.
[[nodiscard]] bool isResumable(const checkpoint::Checkpoint& source, const std::string& target);

/// What becomes of the parts when somebody stops a conversion.
enum class WhenStopped : std::uint8_t { KeepParts, RemoveParts };

/// convertCheckpoint() of a file elsewhere, which takes up again what was cut short: all that comes of the file is kept
/// beside the copy, until that is there.
[[nodiscard]] Result<ConversionReport> convertResumably(const checkpoint::Checkpoint& source,
                                                        const ConversionRequest& request, WhenStopped whenStopped,
                                                        Progress& progress);

} // namespace cairn::convert
