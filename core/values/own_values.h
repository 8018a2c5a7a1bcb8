#pragma once

#include "core/checkpoint/checkpoint.h"

namespace cairn::values {

/// Whether whoever reads all values of a checkpoint reads those of this tensor: one that has its values in its parts is
/// passed over, and so are parts of one that is read itself, as the scales of a quantised one.
[[nodiscard]] inline bool hasOwnValues(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor)
{
    const checkpoint::EntryId above = checkpoint.entries()[tensor.entry].parent;
    const checkpoint::Entry& parent =
        checkpoint.entries()[above == checkpoint::kNoId ? 0 : above]; // a file may be one tensor
    const bool isPartOfSparse = tensor.part && parent.kind == checkpoint::EntryKind::Tensor &&
                                checkpoint.tensors()[parent.payload].storage == checkpoint::kNoId;
    const bool hasStorage = tensor.storage != checkpoint::kNoId || tensor.layout == checkpoint::Layout::Strided;
    return hasStorage && (!tensor.part || isPartOfSparse);
}

} // namespace cairn::values
