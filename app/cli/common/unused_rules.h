#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn::cli {

/// What is said of an option whose rule, `--drop "optim"`, matched nothing in the file: most likely it is mistyped, so
/// also what is there.
[[nodiscard]] std::string matchedNothing(const std::string& rule, const checkpoint::Checkpoint& source);

/// `; did you mean "model.head"?`, or nothing: which name in the file a name or a pattern was most likely meant for.
[[nodiscard]] std::string nearestEntryHint(std::string name, const checkpoint::Checkpoint& source);

} // namespace cairn::cli
