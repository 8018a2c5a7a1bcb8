#pragma once

#include "app/cli/common/command.h"
#include "core/checkpoint/trust.h"

#include <string>

namespace cairn::cli {

/// That a file is dangerous, or runs code, before what that means here; empty for data only.
[[nodiscard]] std::string trustWarning(const checkpoint::TrustVerdict& trust);

/// The failure of a file with --no-dangerous. `why`: what is not done with it.
[[nodiscard]] Error dangerousFile(const checkpoint::TrustVerdict& trust, const std::string& file, const Message& why);

} // namespace cairn::cli
