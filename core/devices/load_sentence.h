#pragma once

#include "core/base/text/message.h"
#include "core/devices/preflight.h"

namespace cairn::devices {

/// Whether loading the file would run what can do harm, so that it is not asked whether it loads.
[[nodiscard]] bool isHarmful(const Preflight& preflight);

/// The same for somebody who trusts the file: what is of trust is a warning.
[[nodiscard]] Preflight asTrusted(Preflight preflight);

/// The answer in a sentence, the same wherever it is told: "Loads on this machine", "Will not load on the machine
/// "cpu" as it is".
[[nodiscard]] Message loadSentence(const checkpoint::Checkpoint& checkpoint, const Preflight& preflight,
                                   const MapLocation& map, const DeviceInventory& machine);

} // namespace cairn::devices
