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
    bool isJson = false;    ///< standard output shall be documents
    std::string version = {};

    /// Prints one paragraph to standard error, after what is waiting for standard output.
    /// Returns the exit code that goes with it.
    [[nodiscard]] ExitCode report(const Error& error) const;
    /// The same for what a command line says as a whole, and the files that its options name: a wrong map or recipe is
    /// a wrong command line. With JSON it is a document, too.
    [[nodiscard]] ExitCode reportOptions(const Error& error) const;
    /// The same for what is no error, and stands in no report.
    void warn(const std::string& text) const;
    /// And for what is neither, and may be good to know.
    void note(const std::string& text) const;

private:
    void say(const std::string& text) const;
};

/// What a list of files says of one that fails: "does not open". Without words it is no list.
struct FailedRow {
    FailedRow() = default;
    FailedRow(const char* words) : damaged(words), unread(words) {} // NOLINT(google-explicit-constructor)
    /// `unread`: of a file that could not be looked at, so that nothing is known of it.
    FailedRow(const char* ofDamaged, const char* ofUnread) : damaged(ofDamaged), unread(ofUnread) {}

    std::string_view damaged;
    std::string_view unread;
};

/// Reports what became of one file. With JSON its line says so too, and so does a list of files, with `row`. Without it
/// nothing but standard error does.
[[nodiscard]] ExitCode reportFile(Session& session, const std::string& file, const Error& error, bool isJson,
                                  const FailedRow& row = {});

/// Runs `one` on file after file, with an empty line between them unless each prints one line, or nothing. The worst of
/// their codes.
[[nodiscard]] ExitCode forEachFile(Session& session, const std::vector<std::string>& files, bool isDense,
                                   const std::function<ExitCode(const std::string& file)>& one);

/// What a command line asks for.
using Command = std::function<ExitCode(Session&)>;

// One function per command: adds the subcommand to `app`, and when it was chosen on the command line sets `chosen` to
// what is to be run. Values that an option's type names in braces are offered by the completions; "{...}FILE" offers
// files besides.
void addBatchCommands(CLI::App& app, Command& chosen);
void addCheckCommand(CLI::App& app, Command& chosen);
void addCompletionCommand(CLI::App& app, Command& chosen);
void addConvertCommand(CLI::App& app, Command& chosen);
void addDevicesCommand(CLI::App& app, Command& chosen);
void addDiffCommand(CLI::App& app, Command& chosen);
void addFitCommand(CLI::App& app, Command& chosen);
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
