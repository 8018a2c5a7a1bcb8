#pragma once

#include "core/formats/sniff/sniff.h"

#include <string_view>

namespace cairn::formats {

/// Text of one kind or another, or nothing if `head` is not text. `whole`: the file is no longer than `head`.
[[nodiscard]] std::optional<FileGuess> sniffText(std::string_view head, bool whole);

/// UTF-8 without control characters; a character cut off at the end is fine.
[[nodiscard]] bool isPlainText(std::string_view head);

/// The beginning of the first line in quotes, safe to print.
[[nodiscard]] std::string quotedBeginning(std::string_view text);

} // namespace cairn::formats
