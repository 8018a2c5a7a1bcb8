#pragma once

#include "core/checkpoint/pickles/pickle_document.h"

namespace cairn::checkpoint {

/// Whether there are texts of Python 2 that are no UTF-8, which is what torch takes them for: NumPy arrays of Python 2
/// are such texts, and names with letters of other encodings.
[[nodiscard]] bool hasTextInOtherEncoding(const PickleDocument& document);

} // namespace cairn::checkpoint
