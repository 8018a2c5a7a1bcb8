#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn {
class Progress;
}

namespace cairn::cli {

/// Whether a name on a command line means what comes through a descriptor of this process: "-", /dev/stdin, or what
/// shells make of <(...).
[[nodiscard]] bool isStream(const std::string& name);

/// The path of a file that a command line names: of "-" /dev/stdin, and of a named pipe that of the descriptor which is
/// opened for it now, and stays open: nobody can open it a second time and find the beginning.
[[nodiscard]] std::string inputPath(const std::string& name);

/// What is said of a file that is not there: the name in its folder that was most likely meant, too.
[[nodiscard]] Error withNearestName(Error failure, const std::string& path);

/// Opens a checkpoint that a command line names. Checkpoints are not read from their beginning to their end, so what
/// comes through a pipe is first put into a file that has no name, in TMPDIR or /var/tmp. It takes the place of the
/// pipe, so that the path leads there from now on, and is gone with this process.
[[nodiscard]] Result<checkpoint::CheckpointPtr> openInput(const std::string& name, const Progress& progress);

} // namespace cairn::cli
