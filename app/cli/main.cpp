#include "app/build_text.h"
#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/docs/pager.h"
#include "app/cli/interrupt.h"
#include "app/cli/program.h"
#include "app/crash_report.h"
#include "core/base/platform/terminal.h"
#include "core/runtime/host/torch_host.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace cairn;
using namespace cairn::cli;

ExitCode run(const std::vector<std::string>& arguments, Session& session)
{
    CLI::App app;
    app.allow_windows_style_options(false); // there a path may begin with a slash, too
    Command chosen;
    describeProgram(app, chosen, [] { return "cairn-cli " + versionText() + "\n" + buildText(); });

    const auto print = [&](std::string (*pageOf)(const CLI::App&)) {
        followColourOption(app, session.terminal);
        const auto commands = app.get_subcommands();
        showPage(session, pageOf(commands.empty() ? app : *commands.front()));
        return ExitCode::Fine;
    };
    const auto help = [&](std::string (*pageOf)(const CLI::App&)) {
        const bool isOfNothing = app.get_subcommands().empty() && !app.remaining().empty(); // a command that is none
        return isOfNothing ? session.reportOptions(unknownWord(app)) : print(pageOf);
    };
    try {
        std::vector<std::string> words = commandLine(app, {arguments.begin() + 1, arguments.end()});
        session.typed = typedText(words);
        session.isJson = wantsJson(words);
        if (const auto wrong = valueOfHelp(words)) {
            return session.reportOptions(*wrong);
        }
        std::ranges::reverse(words); // as the library wants them
        app.parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        return help(shortHelp);
    } catch (const CLI::CallForAllHelp&) {
        return help(helpPage);
    } catch (const CLI::CallForVersion& version) {
        session.output.write(std::string(version.what()) + '\n');
        return ExitCode::Fine;
    } catch (const CLI::ParseError& problem) {
        if (arguments.size() == 1) {
            std::fputs(shortHelp(app).c_str(), stderr);
            return ExitCode::Usage;
        }
        return session.reportOptions(usageError(app, problem));
    }
    followColourOption(app, session.terminal);
    return chosen(session);
}

int runProgram(const std::vector<std::string>& arguments)
{
    Progress& progress = installInterrupt();
    Output output(platform::kStandardOutput, &progress);
    Session session{.output = output,
                    .terminal = Terminal::detect(platform::kStandardOutput),
                    .progress = progress,
                    .version = versionText()};

    ExitCode code = run(arguments, session);
    output.flush();
    if (const auto written = output.result(); !written) {
        code = worse(code, session.report(written.error()));
    }
    if (progress.stopRequested()) {
        code = ExitCode::Cancelled;
    }
    return static_cast<int>(code);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        if (const auto status = runtime::runAsTorchHost(argc, argv)) {
            return *status;
        }
        reportCrashes("cairn-cli", versionText() + '\n' + buildText());
        return runProgram(platform::beginProgram(argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs("cairn-cli: there is not enough memory. Close other programs, or take a machine with more.\n",
                   stderr);
    } catch (const std::exception& failure) {
        std::fprintf(
            stderr,
            "cairn-cli: an error of the program itself: %s. Please report it, with the command line and this:\n"
            "cairn-cli %s\n%s\n",
            failure.what(), versionText().c_str(), buildText().c_str());
    }
    return static_cast<int>(ExitCode::Io);
}
