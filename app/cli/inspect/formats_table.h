#pragma once

#include "core/checkpoint/checkpoint.h"

#include <span>
#include <string_view>

namespace cairn::cli {

/// How the command line speaks of a format that opens.
struct FormatRow {
    checkpoint::Format format;
    std::string_view title;      ///< in a header: "torch zip"
    std::string_view origin;     ///< what writes such files
    std::string_view recognised; ///< by which content
};

[[nodiscard]] std::span<const FormatRow> allFormats();
[[nodiscard]] std::string_view formatTitle(checkpoint::Format format);

} // namespace cairn::cli
