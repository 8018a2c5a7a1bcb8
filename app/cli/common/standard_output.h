#pragma once

#include "app/cli/common/command.h"

#include <string>
#include <string_view>

namespace cairn::cli {

/// Whether the name of a file to write means standard output.
[[nodiscard]] bool isStandardOutput(std::string_view name);
/// Usage if standard output is a terminal, for what is no text.
[[nodiscard]] Result<void> refuseTerminal();
/// Lets a file go through standard output.
[[nodiscard]] Result<void> sendFile(Session& session, const std::string& path);

} // namespace cairn::cli
