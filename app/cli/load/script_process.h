#pragma once

#include "app/cli/common/command.h"

namespace cairn::cli {

/// Whether this process was started by runScriptProcess().
[[nodiscard]] bool isScriptProcess();

/// In the process that was started: it can do less from now on, and leaves the keys to the one that started it. Where
/// the system cannot do that, it fails, unless told to go on.
[[nodiscard]] Result<void> beginScriptProcess(bool mayBeUnconfined);

/// This program once more with the same arguments, in a process that is ended at once when a stop is asked for,
/// whatever it is doing. What it prints is the answer.
[[nodiscard]] ExitCode runScriptProcess(Session& session);

} // namespace cairn::cli
