#pragma once

#include "app/cli/convert_options.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// Where the copy of an input goes.
[[nodiscard]] std::string convertTarget(const ConvertOptions& options, const std::string& file);

/// Usage, if two inputs would become one file, or a copy would take the place of an input that is still to be read.
[[nodiscard]] Result<void> checkConvertTargets(const ConvertOptions& options);

/// Makes the folder for the copies, if there is one to make. Gives those that were not there before, the innermost
/// first.
[[nodiscard]] Result<std::vector<std::string>> makeConvertFolder(const ConvertOptions& options);

} // namespace cairn::cli
