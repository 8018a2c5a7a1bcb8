#pragma once

#include "app/cli/common/exit_code.h"
#include "app/cli/common/output.h"
#include "app/cli/common/terminal.h"
#include "core/base/error.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cairn {
class Progress;
}

namespace cairn::cli {

/// What main() gives to the command it runs.
struct Session {
    Output& output;
    Terminal terminal;
    Progress& progress;
    std::string typed = {}; ///< the command line, for a shell; empty where it is too long to be shown

    /// Prints one paragraph to standard error, after what is waiting for standard output.
    /// Returns the exit code that goes with it.
    [[nodiscard]] ExitCode report(const Error& error) const;
    /// The same for what options say, and the files that they name: a wrong map or recipe is a wrong command line.
    [[nodiscard]] ExitCode reportOptions(const Error& error) const;
    /// The same for what is no error, and stands in no report.
    void warn(const std::string& text) const;
    /// And for what is neither, and may be good to know.
    void note(const std::string& text) const;

private:
    void say(const std::string& text) const;
};

/// Reports what became of one file. With JSON its line says so too, and so does a list of files, with `row`: "does not
/// open". Without it nothing but standard error does.
[[nodiscard]] ExitCode reportFile(Session& session, const std::string& file, const Error& error, bool isJson,
                                  std::string_view row = {});

/// Runs `one` on file after file, with an empty line between them unless each prints one line, or nothing. The worst of
/// their codes.
[[nodiscard]] ExitCode forEachFile(Session& session, const std::vector<std::string>& files, bool isDense,
                                   const std::function<ExitCode(const std::string& file)>& one);

/// What a command line asks for.
using Command = std::function<ExitCode(Session&)>;

// One function per command: adds the subcommand to `app`, and when it was chosen on the command line sets `chosen` to
// what is to be run. Values that an option's type names in braces are offered by the completions; "{...}FILE" offers
// files besides.
void addCheckCommand(CLI::App& app, Command& chosen);
void addCompletionCommand(CLI::App& app, Command& chosen);
void addConvertCommand(CLI::App& app, Command& chosen);
void addDevicesCommand(CLI::App& app, Command& chosen);
void addDiffCommand(CLI::App& app, Command& chosen);
void addGetCommand(CLI::App& app, Command& chosen);
void addInspectCommand(CLI::App& app, Command& chosen);
void addLoadCommand(CLI::App& app, Command& chosen);
void addFormatsCommand(CLI::App& app, Command& chosen);
void addHelpCommand(CLI::App& app, Command& chosen);
void addSalvageCommand(CLI::App& app, Command& chosen);
void addSumCommand(CLI::App& app, Command& chosen);
void addStatsCommand(CLI::App& app, Command& chosen);
/// `version` gives what the option prints.
void addVersionCommand(CLI::App& app, Command& chosen, std::function<std::string()> version);
void addVerifyCommand(CLI::App& app, Command& chosen);

} // namespace cairn::cli
