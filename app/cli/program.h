#pragma once

#include "app/cli/common/command.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cairn::cli {

/// Gives `app` all commands and options of cairn-cli, and the texts of its help. When a command was chosen on a command
/// line that `app` parses, `chosen` is set. The program, its manual page and its shell completions all come from here.
/// `version` gives what --version prints.
void describeProgram(CLI::App& app, Command& chosen, std::function<std::string()> version);

/// The words of a command line as `app` takes them: a file in the place of a command is one for `inspect`.
[[nodiscard]] std::vector<std::string> commandLine(const CLI::App& app, std::vector<std::string> words);

/// Whether there is colour, by the option that `app` or its command was given.
void followColourOption(const CLI::App& app, Terminal& terminal);

/// Whether standard output shall be documents, however the rest of the command line is.
[[nodiscard]] bool wantsJson(const std::vector<std::string>& words);

/// What is wrong with --help=VALUE, which the library takes for a wish to see the page.
[[nodiscard]] std::optional<Error> valueOfHelp(const std::vector<std::string>& words);

/// The command line, to be typed again with more; empty where that cannot be, or is too long to be shown.
[[nodiscard]] std::string typedText(const std::vector<std::string>& words);

} // namespace cairn::cli
