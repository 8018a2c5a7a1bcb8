#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/docs/pager.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

namespace cairn::cli {

namespace {

constexpr const char* kHelpFooter = R"(EXIT STATUS
    0    fine
    2    the command line is wrong

EXAMPLES
    cairn-cli help convert
        The same as `cairn-cli convert --help`.
)";

} // namespace

void addHelpCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("help", "explain a command, as `cairn-cli COMMAND --help` does");
    command->footer(kHelpFooter);
    std::vector<std::string> names;
    for (const CLI::App* other : shownCommands(app)) {
        names.push_back(other->get_name());
    }
    auto topic = std::make_shared<std::string>();
    command->add_option("COMMAND", *topic, "The command; without one it is the program that is explained.")
        ->option_text("COMMAND")
        ->transform(oneOf(std::move(names)));
    command->callback([&app, &chosen, topic] {
        chosen = [&app, topic](Session& session) {
            showPage(session, helpPage(topic->empty() ? app : *app.get_subcommand(*topic)));
            return ExitCode::Fine;
        };
    });
}

void addVersionCommand(CLI::App& app, Command& chosen, std::function<std::string()> version)
{
    CLI::App* command = app.add_subcommand("version", "print the version and what it stands on");
    command->group(""); // the option is the one to know
    command->callback([&chosen, version = std::move(version)] {
        chosen = [version](Session& session) {
            session.output.write(version() + '\n');
            return ExitCode::Fine;
        };
    });
}

} // namespace cairn::cli
