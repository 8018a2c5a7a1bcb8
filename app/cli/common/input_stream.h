#pragma once

#include "core/checkpoint/checkpoint.h"

#include <span>
#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::cli {

/// Whether a name on a command line means what comes through a pipe: "-", /dev/stdin, what shells make of <(...), or a
/// pipe with a name.
[[nodiscard]] bool isStream(const std::string& name);

/// Fails where one of the others is the same stream as this one: it can be read once. `readers` says what both are for.
[[nodiscard]] Result<void> checkReadOnce(const std::string& name, std::span<const std::string> others,
                                         std::string_view readers);

/// The path of a file that a command line names: of "-" /dev/stdin.
[[nodiscard]] std::string inputPath(const std::string& name);

/// What is said of a file that is not there: the name in its folder that was most likely meant, too.
[[nodiscard]] Error withNearestName(Error failure, const std::string& path);

/// Checkpoints are not read from their beginning to their end, so what comes through a pipe is first put into a file
/// that has no name, in TMPDIR or /var/tmp. It takes the place of the pipe: the path leads there from now on, for this
/// process, and the file is gone with it. Does nothing for other files.
[[nodiscard]] Result<void> keepStream(const std::string& path, const Progress& progress);

/// Opens a checkpoint that a command line names, through a pipe, too.
[[nodiscard]] Result<checkpoint::CheckpointPtr> openInput(const std::string& name, const Progress& progress);

} // namespace cairn::cli
