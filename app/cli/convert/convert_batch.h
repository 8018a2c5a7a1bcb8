#pragma once

#include "app/cli/common/command.h"
#include "app/cli/convert/convert_options.h"

namespace cairn::cli {

/// Converts all inputs, each as if the others were not there and some of them at a time, and prints their reports in
/// the order of the inputs. Returns the worst exit code.
[[nodiscard]] ExitCode convertAll(Session& session, ConvertOptions options);

} // namespace cairn::cli
