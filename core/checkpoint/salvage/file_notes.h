#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

// What is said of a damaged file as a whole: how it got so, and what to do about it.

/// What its name, and files beside it, tell of a download that did not finish.
[[nodiscard]] std::vector<Message> downloadNotes(const std::string& path);

/// That a file is shorter than it should be, or ends in zeros. `end`: where what it holds should end; `written`: where
/// its zeros begin.
[[nodiscard]] std::vector<Message> sizeNotes(const ByteSource& source, std::uint64_t end, std::uint64_t written);

[[nodiscard]] Message zerosNote(const ByteSource& source, std::uint64_t written);

/// That something follows the end of a file: another one was put to it.
[[nodiscard]] Result<void> addJoined(const SourcePtr& source, std::uint64_t end, std::vector<Message>& notes);

/// Fails if each line feed of a file has a carriage return before it, as a transfer in text mode writes them: so it is
/// by chance in no file that has more than a few.
[[nodiscard]] Result<void> refuseTextMode(const ByteSource& source, const Progress* progress);

/// Where bytes may not be in their places, of a file from which some are `missing`: at the first line feed behind
/// `begin`, if a transfer in text mode may have taken carriage returns away. Nothing where that cannot be, as it leaves
/// no line feed with one before it, and takes few.
[[nodiscard]] Result<std::optional<std::uint64_t>> shiftedFrom(const ByteSource& source, std::uint64_t begin,
                                                               std::uint64_t missing, const Progress* progress);

[[nodiscard]] Message shiftedNote(std::uint64_t from, std::uint64_t missing);

} // namespace cairn::checkpoint
