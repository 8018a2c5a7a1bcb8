#pragma once

#include "core/formats/sniff/sniff.h"

#include <string_view>
#include <vector>

namespace cairn::formats {

/// What else a file could be, of which sniff() found one kind: by the rules of the programs that read the others, so
/// that any of them could be given it. Almost always nothing.
[[nodiscard]] Result<std::vector<FileKind>> otherReadings(const SourcePtr& source, FileKind kind);

/// "a zip", "a tar", ... for messages.
[[nodiscard]] Phrase readingName(FileKind kind);

} // namespace cairn::formats
