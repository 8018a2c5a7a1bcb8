#pragma once

#include "core/convert/conversion/conversion.h"

namespace cairn::convert {

/// convertCheckpoint() of a file elsewhere, which takes up again what was cut short: all that comes of the file is kept
/// beside the copy, until that is there.
[[nodiscard]] Result<ConversionReport> convertResumably(const checkpoint::Checkpoint& source,
                                                        const ConversionRequest& request, Progress& progress);

} // namespace cairn::convert
