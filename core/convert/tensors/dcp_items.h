#pragma once

#include "core/convert/common/selection.h"
#include "core/convert/tensors/tensor_set.h"

#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// Finds what a folder of torch.distributed.checkpoint holds of a checkpoint, as torch flattens a state_dict: each
/// tensor under a name, and what is no tensor as values. Dictionaries are always taken apart, lists if they hold
/// tensors or dictionaries, tuples never. Takes the tensors of the set as they are; what cannot be written is left out.
/// Unsupported if two of them would get one name.
[[nodiscard]] Result<void> findDcpItems(const checkpoint::Checkpoint& source, Selection& selection, TensorSet& set,
                                        const Progress* progress);

/// Visits a row and all below it.
template <typename Visit>
void forEachRowIn(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId top, const Visit& visit)
{
    std::vector<checkpoint::EntryId> rows{top};
    while (!rows.empty()) {
        const checkpoint::EntryId id = rows.back();
        rows.pop_back();
        visit(id);
        const checkpoint::Entry& entry = checkpoint.entries()[id];
        for (checkpoint::EntryId child = entry.firstChild; child < entry.firstChild + entry.childCount; ++child) {
            rows.push_back(child);
        }
    }
}

/// Whether the values of a checkpoint are in one pickle, out of which they can be taken.
[[nodiscard]] bool isOnePickle(const checkpoint::Checkpoint& source);

} // namespace cairn::convert
