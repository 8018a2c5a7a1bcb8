#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace cairn::cli {

// What ships beside the program, made from the same description as its command line, so that neither lags behind.

// Pages in the macros of man(7).
/// cairn-cli(1)
[[nodiscard]] std::string manualPage(const CLI::App& app, const std::string& version);
/// That of a command: cairn-cli-convert(1).
[[nodiscard]] std::string commandPage(const CLI::App& command, const std::string& version);
[[nodiscard]] std::string pageName(const CLI::App& command);

[[nodiscard]] std::string bashCompletion(const CLI::App& app);
[[nodiscard]] std::string zshCompletion(const CLI::App& app);
[[nodiscard]] std::string fishCompletion(const CLI::App& app);

} // namespace cairn::cli
