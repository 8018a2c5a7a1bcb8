#pragma once

#include "app/cli/command.h"

#include <functional>
#include <string>

namespace cairn::cli {

/// Gives `app` all commands and options of cairn-cli, and the texts of its help. When a command was chosen on a command
/// line that `app` parses, `chosen` is set. The program, its manual page and its shell completions all come from here.
/// `version` gives what --version prints.
void describeProgram(CLI::App& app, Command& chosen, std::function<std::string()> version);

} // namespace cairn::cli
