#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/pickle_opcodes.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::formats {

// What Python makes of the lines behind instructions of the old text format, in files that may be no pickles.

/// Whether Python could make a number of the line behind one of these instructions. INT takes what ends with a zero in
/// place of the line feed, also if nothing is before that.
[[nodiscard]] bool mayBeNumber(PickleOp op, std::string_view line);
/// Whether it could be a text.
[[nodiscard]] bool isQuoted(std::string_view line);
/// Just past an instruction whose line is longer than the scanner takes, though an unpickler takes it: a text, or a
/// number with a zero behind its digits. Nothing if there is none here.
[[nodiscard]] Result<std::optional<std::uint64_t>> afterLongLine(const SourcePtr& source, std::uint64_t offset);

} // namespace cairn::formats
