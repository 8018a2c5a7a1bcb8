#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/difference.h"
#include "core/convert/common/tag_map.h"

#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// Compares a written checkpoint with the one it was made from: every row, tensor, storage byte and value must be the
/// same, and every tag what `map` makes of the old one. Says the first difference; nothing if there is none.
/// `changedRecords` gets recordText() of the source's records that do not have the checksum that its archive says, of
/// those that are read for this.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source,
                                                 const checkpoint::Checkpoint& copy, const TagMap& map,
                                                 Progress* progress,
                                                 std::vector<std::string>* changedRecords = nullptr);

/// The same for a copy that was made some time ago, and may be one of another checkpoint: bytes whose checksum both
/// archives have are not read.
[[nodiscard]] Result<Difference> firstDifferenceByChecksums(const checkpoint::Checkpoint& source,
                                                            const checkpoint::Checkpoint& copy, const TagMap& map,
                                                            Progress* progress);

/// Whether two rows that are values have the same one; a torch.device may be what `map` makes of the other.
[[nodiscard]] bool isSameValue(const checkpoint::Checkpoint& a, const checkpoint::Entry& x,
                               const checkpoint::Checkpoint& b, const checkpoint::Entry& y, const TagMap& map);

} // namespace cairn::convert
