#pragma once

#include "core/devices/preflight.h"

namespace cairn::devices {

/// The cause of ProblemCode::FilePart.
inline constexpr Phrase kPartCause = phrase("Loaded alone, it gives what is in it, and nothing of the rest");

/// Adds what torch of that line minds about the file itself, wherever it is to go: damage, names it does not have, and
/// names it does not trust. See isOfFile().
void addFileProblems(const checkpoint::Checkpoint& checkpoint, TorchLine line, FileTrust trust, Preflight& result);

} // namespace cairn::devices
