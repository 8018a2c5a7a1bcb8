#include "app/cli/common/command.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/docs/documents.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cairn::cli {

namespace {

constexpr const char* kCompletionDescription =
    R"(print the completion of a shell
What an installed Cairn has in its place already, for one that was only unpacked. Printed is what the shell reads, made from the same description as --help.)";

constexpr const char* kCompletionFooter = R"page(EXIT STATUS
    0    fine
    2    the command line is wrong

EXAMPLES
    eval "$(cairn-cli completion bash)"
        In ~/.bashrc.
    cairn-cli completion zsh > ~/.zfunc/_cairn-cli
        With `fpath+=~/.zfunc` before compinit in ~/.zshrc.
    cairn-cli completion fish > ~/.config/fish/completions/cairn-cli.fish
)page";

std::string completionOf(const std::string& shell, const CLI::App& app)
{
    return shell == "bash" ? bashCompletion(app) : shell == "zsh" ? zshCompletion(app) : fishCompletion(app);
}

} // namespace

void addCompletionCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("completion", kCompletionDescription);
    command->footer(kCompletionFooter);
    auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "The shell: bash, zsh or fish.")
        ->option_text("SHELL")
        ->required()
        ->transform(oneOf({"bash", "zsh", "fish"}));
    command->callback([&app, &chosen, shell] {
        chosen = [&app, shell](Session& session) {
            session.output.write(completionOf(*shell, app));
            return ExitCode::Fine;
        };
    });
}

} // namespace cairn::cli
