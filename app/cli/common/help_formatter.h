#pragma once

#include "app/cli/common/screen.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cairn::cli {

/// The group of options that the short help leaves out.
inline constexpr const char* kRareOptions = "Rare options";

/// "-h, --help"
[[nodiscard]] std::string joinedNames(const CLI::Option& option);

/// The first sentence or line, without its full stop.
[[nodiscard]] std::string firstSentence(const std::string& text);

/// The commands that pages list: not those of an empty group.
[[nodiscard]] std::vector<const CLI::App*> shownCommands(const CLI::App& app);

/// What fits a screen. Of the program, which is what a command line without anything gets: the commands, one line each.
/// Of a command: the first examples and the options that are used most.
[[nodiscard]] std::string shortHelp(const CLI::App& app);

/// All of the program or a command, like a page of a manual, 80 columns wide: name, usage, examples, description,
/// options or commands, and the further sections of the footer as they stand.
[[nodiscard]] std::string helpPage(const CLI::App& app);

/// Prints one of these, in colours where the terminal has them.
void printHelp(Screen& screen, std::string_view page);

/// A footer with a section before that on the exit status: where it is written down what --json prints.
[[nodiscard]] std::string withJsonSection(std::string footer);

} // namespace cairn::cli
