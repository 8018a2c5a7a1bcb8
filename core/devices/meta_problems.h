#pragma once

#include "core/devices/load_groups.h"
#include "core/devices/preflight.h"

namespace cairn::devices {

/// Adds the tensors that torch cannot make without values, where the map sends them to meta.
void addMetaProblems(const checkpoint::Checkpoint& checkpoint, const LoadGroups& groups, TorchLine line,
                     Preflight& result);

} // namespace cairn::devices
