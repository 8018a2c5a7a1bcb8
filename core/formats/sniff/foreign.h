#pragma once

#include "core/formats/sniff/sniff.h"

#include <span>
#include <string_view>

namespace cairn::formats {

/// Why a file that was recognised holds no checkpoint, and what to do about it. Code NotACheckpoint.
/// For the kinds that can be checkpoints it says that this one is not.
[[nodiscard]] Error explainForeign(const FileGuess& guess);

/// The same for a zip, by the names of its entries.
[[nodiscard]] Error explainForeignZip(std::span<const std::string_view> names);

} // namespace cairn::formats
