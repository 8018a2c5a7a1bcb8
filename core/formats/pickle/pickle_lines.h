#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::formats {

// What Python makes of the instructions of files that may be no pickles. In doubt it takes them.

/// Whether Python could make a number of the line behind one of these instructions. INT takes what ends with a zero in
/// place of the line feed, also if nothing is before that.
[[nodiscard]] bool mayBeNumber(PickleOp op, std::string_view line);
/// Whether it could be a text.
[[nodiscard]] bool isQuoted(std::string_view line);
/// Whether it could be imported: Python asks for no more than that.
[[nodiscard]] bool isImportName(std::string_view module);
/// Whether it can be the number that old streams of torch begin with, as torch writes it or in another way.
[[nodiscard]] bool mayBeMagic(const PickleInstruction& instruction);

/// An instruction whose lines are longer than the scanner takes.
struct LongLines {
    PickleOp op = PickleOp::Stop;
    std::uint64_t end = 0; ///< just past them
};
/// Nothing if there is none here, or none that an unpickler takes.
[[nodiscard]] Result<std::optional<LongLines>> longLinesAt(const SourcePtr& source, std::uint64_t offset);

} // namespace cairn::formats
