#pragma once

#include "app/cli/convert/convert_options.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// The path of the copy of one input; the input itself where it is changed in place.
[[nodiscard]] std::string convertTarget(const ConvertOptions& options, const InputFile& input);

/// Takes out of the inputs those that an earlier run made of others, where copies may stay as they are or are brought
/// up to date; says which. Usage, if a copy would take the place of another input, or of another copy.
[[nodiscard]] Result<std::vector<std::string>> separateTargets(const ConvertOptions& options,
                                                               std::vector<InputFile>& inputs);

/// Makes the folder for the copies, if there is one to make. Gives those that were not there before, the innermost
/// first.
[[nodiscard]] Result<std::vector<std::string>> makeConvertFolder(const ConvertOptions& options);

} // namespace cairn::cli
