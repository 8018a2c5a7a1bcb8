#include "app/cli/program.h"

#include "app/cli/help_formatter.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace cairn::cli {

namespace {

constexpr const char* kDescription =
    R"(look into PyTorch checkpoints without running them
Opens checkpoints as data: structure, tensors, saved devices, values. No code in a file is executed, and no Python and no PyTorch is needed. Numbers in tensors are read where a command is about them: by convert, load, stats and diff --values.)";

constexpr const char* kFooter = R"(EXIT STATUS
    0    fine
    1    a negative verdict: the file opened, but something in it is wrong
    2    the command line, or a map, recipe or machine that it names, is wrong
    3    the input is bad: damaged, hostile, or no checkpoint at all
    4    a file could not be read or written
    130  cancelled
    With several files the highest one counts. Errors go to standard error.

ENVIRONMENT
    CAIRN_RUNTIME  the LibTorch module, or its folder, for `cairn-cli load`
    NO_COLOR       when set, nothing is coloured; without a terminal nothing is
    COLUMNS        the width to print for, instead of the terminal's

EXAMPLES
    cairn-cli inspect model.pth
        What is in the file, and on which devices was it saved?
    cairn-cli inspect --json *.pt | jq .devices
        The devices of many files, for a script.
    cairn-cli formats
        Everything that opens.
    cairn-cli inspect --help
        All about one command.
)";

} // namespace

void describeProgram(CLI::App& app, Command& chosen, std::function<std::string()> version)
{
    app.name("cairn-cli");
    app.description(kDescription);
    app.formatter(std::make_shared<HelpFormatter>());
    app.footer(kFooter);
    app.set_help_flag("-h,--help", "Print this page, or that of a command, and exit.");
    app.set_version_flag("--version", std::move(version), "Print the version and what it stands on, and exit.");
    app.require_subcommand(1);
    addInspectCommand(app, chosen);
    addConvertCommand(app, chosen);
    addCheckCommand(app, chosen);
    addDevicesCommand(app, chosen);
    addDiffCommand(app, chosen);
    addLoadCommand(app, chosen);
    addFormatsCommand(app, chosen);
    addStatsCommand(app, chosen);
}

} // namespace cairn::cli
