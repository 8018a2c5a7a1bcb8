#pragma once

#include "app/cli/common/command.h"
#include "core/checkpoint/checkpoint.h"

#include <vector>

namespace cairn::cli {

/// Warns of storages that do not have the bytes that were saved, and says whether there are some. Reads all of them.
[[nodiscard]] Result<bool> warnOfDamage(Session& session, const checkpoint::Checkpoint& checkpoint,
                                        std::vector<checkpoint::StorageId> storages);

} // namespace cairn::cli
