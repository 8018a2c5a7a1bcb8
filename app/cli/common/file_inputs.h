#pragma once

#include "app/cli/common/checkpoint_tree.h"
#include "app/cli/common/command.h"

#include <functional>
#include <string>
#include <vector>

namespace cairn::cli {

/// The files that a command is given: on its command line, in a list, and below folders.
struct FileInputs {
    std::string command; ///< its name
    std::vector<std::string> given;
    std::string listFile; ///< empty: there is none; "-": standard input
    bool isRecursive = false;
    FailedRow failedRow; ///< what a list of files says of one that fails

    /// Whether there may be more than one.
    [[nodiscard]] bool areSeveral() const { return given.size() > 1 || isRecursive || !listFile.empty(); }
};

/// Adds FILE, --files-from and -r to a command. `help` says what a file is there for, `usage` how they are written.
void addFileInputs(CLI::App& command, FileInputs& inputs, const std::string& help,
                   const std::string& usage = "FILE...");

/// How a command tells what it does.
enum class Telling : std::uint8_t { Text, Json, Quiet };

/// What those come to.
struct FoundInputs {
    std::vector<InputFile> files;
    std::vector<Error> failures;    ///< what was found and cannot be used, and was reported
    ExitCode code = ExitCode::Fine; ///< of that
};

/// Finds them. Says what was passed over, and reports folders that hold no checkpoint. Usage, if there is no file, or a
/// list that cannot be read. `copies`: see searchTree().
[[nodiscard]] Result<FoundInputs> findInputs(Session& session, const FileInputs& inputs, TreeUse use, Telling telling,
                                             const std::string& copies = {});

/// forEachFile() of these, and what was found before.
[[nodiscard]] ExitCode forEachFound(Session& session, FoundInputs found, bool isDense,
                                    const std::function<ExitCode(const std::string& file)>& one);

/// forEachFile() of those that a command reads. `isDense`: each prints one line, or nothing.
[[nodiscard]] ExitCode forEachInput(Session& session, const FileInputs& inputs, Telling telling, bool isDense,
                                    const std::function<ExitCode(const std::string& file)>& one);

} // namespace cairn::cli
