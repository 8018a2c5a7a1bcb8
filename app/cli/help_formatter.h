#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace cairn::cli {

/// "-h, --help"
[[nodiscard]] std::string joinedNames(const CLI::Option& option);

/// What a command line without anything gets: the commands, one line each, and where to read on.
[[nodiscard]] std::string shortHelp(const CLI::App& app);

/// Lays out --help like a page of a manual, 80 columns wide: name, usage, description, options or commands, and
/// the footer of the command, which holds its further sections as they stand.
class HelpFormatter final : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace cairn::cli
