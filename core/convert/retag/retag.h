#pragma once

#include "core/base/files/file_sink.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/tag_map.h"
#include "core/convert/common/target.h"
#include "core/convert/retag/retag_plan.h"

#include <cstdint>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// What retag() takes of the target's disk: next to nothing for large records where the file system shares blocks.
[[nodiscard]] std::uint64_t spaceToRetag(const checkpoint::Checkpoint& source, const std::string& target);

/// Writes a copy of a checkpoint in which storages have other device tags, and nothing else differs: container, values,
/// sharing, order and all other records stay, byte for byte. The target appears only when it is complete and `check`,
/// if there is one, found nothing wrong with it.
[[nodiscard]] Result<RetagReport> retag(const checkpoint::Checkpoint& source, const RetagPlan& plan,
                                        const std::string& target, FileSink::Existing existing, Progress* progress,
                                        const FileCheck& check = {});
/// retag() without a look at the plan.
[[nodiscard]] Result<RetagReport> retag(const checkpoint::Checkpoint& source, const TagMap& map,
                                        const std::string& target, FileSink::Existing existing, Progress* progress,
                                        const FileCheck& check = {});

/// Whether a copy by a plan is known to be the source, byte for byte.
[[nodiscard]] Result<bool> isSameAsSource(const RetagPlan& plan, const std::string& copy);

} // namespace cairn::convert
